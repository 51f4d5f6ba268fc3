/** Maximum length under a home-screen icon. */
const LONGEST = 12;

/** Trailing articles and prepositions. */
const CONNECTING = /(?:\s+(?:a|o|as|os|da|de|do|das|dos|e|em|na|no|nas|nos|&))+$/i;

/** Shortens a name to the words that fit into 12 characters, without a trailing preposition. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  let short = '';
  for (const word of words) {
    const longer = short === '' ? word : `${short} ${word}`;
    if (longer.length > LONGEST) break;
    short = longer;
  }
  if (short === '') return [...name.trim()].slice(0, LONGEST).join('');
  return short === words.join(' ') ? short : short.replace(CONNECTING, '');
}
