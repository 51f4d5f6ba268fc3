import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentProperties } from './accent.ts';

function luminance(hex: string): number {
  const linear = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one ?? ''), luminance(other ?? '')].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe("the operator's accent colour", () => {
  it('can be read by day and by night, whatever it is', () => {
    fc.assert(
      fc.property(anyColour, (hex) => {
        const colours = accentProperties(hex);
        for (const time of ['day', 'night'] as const) {
          const text = colours[`--on-accent-${time}`];
          expect(contrast(colours[`--accent-${time}`], text)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(colours[`--accent-hover-${time}`], text)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(colours['--accent-text-day'], '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colours['--accent-text-night'], '#1b2125')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colours['--accent-night'], '#1b2125')).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 2000 },
    );
  });

  it('is itself where it can be read', () => {
    expect(accentProperties('#0b7285')).toMatchObject({ '--accent-day': '#0b7285', '--accent-text-day': '#0b7285' });
  });

  it('has a stand-in when it is no colour', () => {
    expect(accentProperties('red; background: url(x)')['--accent-day']).toBe('#0b7285');
  });
});
