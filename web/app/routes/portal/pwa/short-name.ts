/** What fits under an icon. */
const LONGEST = 12;

/** Words that end no name. */
const CONNECTING = /(?:\s+(?:a|o|as|os|da|de|do|das|dos|e|em|na|no|nas|nos|&))+$/i;

/** A name in at most 12 characters: as many of its words as fit, and none that only leads to the next. */
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
