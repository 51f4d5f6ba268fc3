import sharp from 'sharp';

/** A drawn receipt of no bank, of nobody's money: a PNG. */
export function drawReceipt({ title, lines }: { title: string; lines: readonly string[] }): Promise<Buffer> {
  const rows = lines.map((text, index) => `<text x="60" y="${430 + index * 74}" font-size="30">${text}</text>`);
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1080" font-family="sans-serif">
  <rect width="720" height="1080" fill="#eef3f4"/>
  <rect x="30" y="30" width="660" height="1020" rx="32" fill="#ffffff"/>
  <circle cx="360" cy="150" r="62" fill="#2f8f6b"/>
  <path d="M330 150l22 24 42-50" fill="none" stroke="#ffffff" stroke-width="12" stroke-linecap="round"/>
  <text x="360" y="280" font-size="38" text-anchor="middle" font-weight="bold" fill="#1b2a30">${title}</text>
  <path d="M60 340h600" stroke="#dfe7e9" stroke-width="3"/>
  <g fill="#1b2a30">${rows.join('')}</g>
  <text x="360" y="1000" font-size="24" text-anchor="middle" fill="#5a6b72">Desenho de demonstração</text>
</svg>`),
  )
    .png()
    .toBuffer();
}
