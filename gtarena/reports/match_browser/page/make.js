'use strict';
// The match browser of a report. Texts of matches are only ever set as text, never as markup.
// This file: elements, and numbers as the rest of the report writes them.

const UNKNOWN = '?';
const NOTHING = '–';

// An element; an attribute named on... is a listener, and one that is false or null is left out.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const button = (words, action, attributes = {}) => make('button', {type: 'button', onclick: action, ...attributes}, ...[words].flat());

const whole = (value) => value.toLocaleString('en-US');

const figure = (value) => value === null || value === undefined ? NOTHING
  : value.toLocaleString('en-US', {maximumFractionDigits: 3}).replace('-', '−');

function dollars(value) {
  if (value === null || value === undefined) return UNKNOWN;
  if (value > 0 && value < 0.0001) return '<$0.0001';
  const digits = value > 0 && value < 1 ? 4 : 2;
  return `$${value.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits})}`;
}

const several = (number, word, words = `${word}s`) => `${whole(number)} ${number === 1 ? word : words}`;

const plain = (value) => typeof value === 'string' ? value : JSON.stringify(value);

// Names, with equal ones next to each other counted: "llm ×9 vs random".
function seating(names) {
  const groups = [];
  for (const name of names) {
    const last = groups.at(-1);
    if (last?.name === name) last.seats += 1;
    else groups.push({name, seats: 1});
  }
  return groups.map(({name, seats}) => seats > 2 ? `${name} ×${seats}` : Array(seats).fill(name).join(' vs ')).join(' vs ');
}

// What an object has of its own under a key, which may come from a log: "__proto__" is a key like any other.
const own = (object, key) => Object.hasOwn(object, key) ? object[key] : undefined;

// A sentence that stands in place of what cannot be shown.
const trouble = (...words) => make('p', {class: 'trouble', role: 'alert'}, ...words);
