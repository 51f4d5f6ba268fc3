type Rgb = [number, number, number];

/** The backgrounds of accent text, as in the web's theme tokens. */
const DAY: Rgb = [0xff, 0xff, 0xff];
const NIGHT: Rgb = [0x1b, 0x21, 0x25];

/** WCAG 2.2 AA for text on our darkest tint, with a margin. */
const READABLE = 5.2;
/** WCAG 2.2 AA for a filled button on the dark background. */
const VISIBLE = 3.2;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/**
 * The operator's accent colour as CSS custom properties for both schemes: accent, hover tone, text on it, accent as
 * text. Colours with too little contrast are darkened or lightened.
 */
export function accentProperties(hex: string): Record<`--${string}`, string> {
  const accent = parseHex(hex) ?? [0x0b, 0x72, 0x85];
  const night = until(accent, WHITE, (tone) => contrast(tone, NIGHT) >= VISIBLE);
  return {
    '--accent-day': toHex(accent),
    '--accent-night': toHex(night),
    '--accent-hover-day': hovered(accent),
    '--accent-hover-night': hovered(night),
    '--on-accent-day': toHex(textOn(accent)),
    '--on-accent-night': toHex(textOn(night)),
    '--accent-text-day': toHex(until(accent, BLACK, (tone) => contrast(tone, DAY) >= READABLE)),
    '--accent-text-night': toHex(until(accent, WHITE, (tone) => contrast(tone, NIGHT) >= READABLE + 1)),
  };
}

/** Black or white: one of them always reaches 4.5:1. */
function textOn(ground: Rgb): Rgb {
  return contrast(ground, WHITE) >= contrast(ground, BLACK) ? WHITE : BLACK;
}

/** Away from its text's colour, to preserve the contrast. */
function hovered(ground: Rgb): string {
  return toHex(mix(ground, textOn(ground) === WHITE ? BLACK : WHITE, 0.14));
}

function until(from: Rgb, towards: Rgb, isEnough: (tone: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const tone = mix(from, towards, share);
    if (isEnough(tone)) return tone;
  }
  return towards;
}

function mix(from: Rgb, towards: Rgb, share: number): Rgb {
  return from.map((part, index) => Math.round(part + ((towards[index] ?? 0) - part) * share)) as Rgb;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseHex(hex: string): Rgb | undefined {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim())?.slice(1);
  return parts?.map((part) => Number.parseInt(part, 16)) as Rgb | undefined;
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
