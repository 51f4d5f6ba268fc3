import type { EmailContent, Facts } from './frame.ts';

/** The plain text of an e-mail, for programs that show no HTML; the `closing` lines end it. */
export function plainText(content: EmailContent, brandName: string, closing: readonly string[]): string {
  const { heading, paragraphs, facts, action, note } = content;
  return [
    brandName,
    heading,
    ...paragraphs,
    ...(facts ? [factsText(facts)] : []),
    ...(action ? [`${action.label}\n${action.link}`] : []),
    ...(note ? [note] : []),
    '--',
    ...closing,
  ].join('\n\n');
}

function factsText({ heading, rows }: Facts): string {
  return [heading, ...rows.map(([label, lines]) => [`${label}:`, ...lines].join('\n'))].join('\n\n');
}
