import { render } from '@react-email/components';
import { type Brand, frame } from './frame.ts';
import { type LetterData, type LetterKind, letters } from './letters.ts';

/** A letter as mail: subject, HTML and the same as plain text. */
export async function renderLetter<Kind extends LetterKind>(
  kind: Kind,
  data: LetterData[Kind],
  brand: Brand,
): Promise<{ subject: string; html: string; text: string }> {
  const letter = letters[kind](data);
  const element = frame(letter, brand);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject: `${letter.subject} – ${brand.name}`, html, text };
}
