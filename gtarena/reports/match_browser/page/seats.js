// Seats: the names by which a game speaks of them, and the one colour that each has everywhere.

// A damaged log may name a seat that the match does not have.
const called = (match, seat) => seat < 0 ? 'Chance' : match.seats[seat]?.called ?? `Player ${seat}`;

const speaker = (match, seat) => [called(match, seat), match.seats[seat]?.name].filter(Boolean).join(', ');

const COLOURS = 6; // of the page's style sheet, by turns

// The colour of a seat's pieces, where a game has colours of its own, such as black and white.
const seatColour = (match, seat) => match.seats[seat]?.colour ?? `var(--seat${seat % COLOURS})`;

// A disc of a seat's colour, to stand in front of its name; chance has none.
function disc(match, seat) {
  if (seat < 0) return null;
  const drawn = make('span', {class: 'disc', 'aria-hidden': 'true'});
  drawn.style.setProperty('--seat', seatColour(match, seat));
  return drawn;
}
