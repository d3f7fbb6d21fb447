// Texts that are packed as base64 of gzip, and the files beside the page, which are loaded when a match is opened.

const FILES = 'report_files';
const MOST_KEPT = 6; // unpacked files
const kept = new Map(); // promises by digest, the latest used last
const awaited = new Map(); // what to do with a file's text, by digest

async function unpacked(base64) {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place += 1) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

// Called by the files.
function gtarena_matches(digest, base64) {
  awaited.get(digest)?.(base64);
}

// The text of a file; null if the file does not hand one over.
function loaded(digest, file) {
  let text = null;
  awaited.set(digest, (base64) => { text = base64; });
  const script = make('script', {src: file});
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve(text));
    script.addEventListener('error', reject);
    document.head.append(script);
  }).finally(() => {
    awaited.delete(digest);
    script.remove();
  });
}

async function opened(digest) {
  const file = `${FILES}/${digest}.js`;
  const text = await loaded(digest, file).catch(() => {
    throw new Error(`The file ${file} is not beside this page. Where the page goes, its folder ${FILES} has to go too. `
      + 'If the report was made anew meanwhile, reload the page.');
  });
  try {
    return await unpacked(text);
  } catch {
    throw new Error(`The file ${file} is damaged. Make the report anew with gtarena report.`);
  }
}

// The content of a file, which is loaded once while it is among the latest used.
function contentOf(digest) {
  const content = kept.get(digest) ?? opened(digest);
  kept.delete(digest);
  kept.set(digest, content);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  content.catch(() => kept.delete(digest));
  return content;
}
