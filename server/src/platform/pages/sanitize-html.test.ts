import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from './sanitize-html.ts';

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);

describe('HTML from staff', () => {
  it('preserves text structure and links', () => {
    const html =
      '<h2>Roteiro</h2><p><strong>Sai</strong> <em>cedo</em> <u>mesmo</u><br />às 5h</p><ul><li>Café</li></ul>';
    expect(cleanHtml(html)).toBe(html);
  });

  it.each([
    ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['a script in capitals, unclosed', '<p>a</p><SCRIPT src=//x>', '<p>a</p>'],
    ['a handler', '<p onerror="x()" onclick=y>a</p>', '<p>a</p>'],
    ['a picture with a handler', '<img src=x onerror=alert(1)>a', 'a'],
    ['a frame', '<iframe src="https://x"></iframe>a', 'a'],
    [
      'a drawing',
      '<svg><script>x</script><a href="javascript:x"><text>a</text></a></svg>',
      /^<a rel="noopener nofollow" target="_blank">a<\/a>$/,
    ],
    ['styles', '<style>p{}</style><p style="position:fixed" class="x">a</p>', '<p>a</p>'],
    ['a comment', '<!--[if gte mso 9]><xml>x</xml><![endif]--><p>a</p>', '<p>a</p>'],
    ["Word's own tags", '<p class="MsoNormal"><o:p>a</o:p><span lang="PT-BR">b</span></p>', '<p>ab</p>'],
    ['a form', '<form action="https://x"><input name="senha"><button>a</button></form>', 'a'],
    ['a tag that was never closed', '<p>a<b>b', '<p>a<strong>b</strong></p>'],
    ['a tag within a tag', '<scr<script>ipt>alert(1)</script>', /^[^<]*$/],
    [
      'markup that is text',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    ],
  ])('reduces %s', (_, html, clean) => {
    if (typeof clean === 'string') expect(cleanHtml(html)).toBe(clean);
    else expect(cleanHtml(html)).toMatch(clean);
  });

  it.each([
    ['https://exemplo.com.br/a?b=1#c', 'https://exemplo.com.br/a?b=1#c'],
    ['mailto:oi@exemplo.com.br', 'mailto:oi@exemplo.com.br'],
    ['tel:+5535999990000', 'tel:+5535999990000'],
    ['/portal/contato', '/portal/contato'],
    ['/.//exemplo.com.br', '/exemplo.com.br'],
    ['https:exemplo.com.br', 'https://exemplo.com.br/'],
  ])('sanitises the link %s', (href, sanitised) => {
    expect(hrefs(cleanHtml(`<a href="${href}">x</a>`))).toEqual([sanitised]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java&#10;script:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://exemplo.com.br/x',
    'file:///etc/passwd',
    '//exemplo.com.br',
    '/\\exemplo.com.br',
    '\\\\exemplo.com.br',
    '/\t/exemplo.com.br',
    '\u0000//exemplo.com.br',
    'http://[',
  ])('takes the address from the link %j', (href) => {
    expect(hrefs(cleanHtml(`<a href="${href}">x</a>`))).toEqual([]);
  });

  const pieces = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<a href="',
      '">',
      '</a>',
      '<script>',
      '</script>',
      '<ul>',
      '<li>',
      '</ul>',
      '<br>',
    ],
    ...[
      'javascript:',
      'java\tscript:',
      '//host',
      'https://a.b/',
      '&lt;',
      '&#60;',
      '<!--',
      '-->',
      '<svg onload=x>',
      '<style>',
    ],
    ...[
      "'",
      '"',
      '<',
      '>',
      '&',
      '\u0000',
      '\ud83d',
      ' onerror=x ',
      'texto',
      '<textarea>',
      '</textarea>',
      '<xml>',
      '<hr/>',
    ],
  );
  const anyHtml = fc.oneof(
    fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('is clean after one cleaning: a second one changes nothing', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const clean = cleanHtml(html);
        expect(cleanHtml(clean)).toBe(clean);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never holds a tag, an attribute or an address that is not allowed', () => {
    const tag = /^<\/?(?:p|h[2-4]|ul|ol|li|strong|em|u|s|blockquote)>$|^<(?:br|hr) \/>$|^<\/a>$/;
    const link =
      /^<a(?: href="(?:https?:\/\/|mailto:|tel:|\/(?!\/))[^"<>]*")? rel="noopener nofollow" target="_blank">$/;
    fc.assert(
      fc.property(anyHtml, (html) => {
        const clean = cleanHtml(html);
        for (const [found] of clean.matchAll(/<[^>]*>?/g)) {
          if (!tag.test(found)) expect(found).toMatch(link);
        }
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toContain('\u0000');
      }),
      { numRuns: 3_000 },
    );
  });
});
