// Autoplay: steps through a match until its end, or until something else is done. It never starts by itself.

const SPEEDS = [0.5, 1, 2, 4]; // moves a second
const autoplay = {timer: 0, speed: 1, changed: () => {}};

const isPlaying = () => autoplay.timer !== 0;

function stopPlaying() {
  clearTimeout(autoplay.timer);
  autoplay.timer = 0;
  autoplay.changed();
}

// `advance` makes a step and returns whether there is another.
function startPlaying(advance) {
  autoplay.timer = setTimeout(() => {
    if (advance()) startPlaying(advance);
    else stopPlaying();
  }, 1000 / autoplay.speed);
  autoplay.changed();
}

// The button that plays and pauses, and the choice of the speed; `changed(playing)` is told when it starts and stops.
function playButtons(go, changed) {
  const play = button('', go.play, {class: 'play', title: 'Play and pause (space)'});
  const speed = make('select', {id: 'speed', 'aria-label': 'Moves a second', onchange: () => { autoplay.speed = Number(speed.value); }},
    ...SPEEDS.map((each) => make('option', {value: each, selected: each === autoplay.speed}, `${each} a second`)));
  autoplay.changed = () => {
    play.textContent = isPlaying() ? 'Pause' : 'Play';
    changed(isPlaying());
  };
  autoplay.changed();
  return [play, speed];
}
