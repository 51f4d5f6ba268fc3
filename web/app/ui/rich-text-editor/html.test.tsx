import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf, htmlOf } from './editing';
import { purified } from './purified';

/** What the editor would write of this text. */
const canonicalHtml = (html: string) => htmlOf(documentOf(purified(html)));

describe('a stored text in the editor', () => {
  it('comes out as it went in', () => {
    const html =
      '<h2>O dia</h2><p>Saída <strong>cedo, <em>bem</em> cedo</strong>.<br />Volta à noite.</p>' +
      '<ul><li>Café<ul><li>pão de queijo</li></ul></li><li><p>Um</p><p>Dois</p></li></ul>' +
      '<ol><li>Primeiro</li></ol><blockquote><p>Leve <u>documento</u>.</p></blockquote><hr />' +
      '<p><a href="https://exemplo.com.br/a?b=1&amp;c=2" rel="noopener nofollow" target="_blank">Ver <strong>mapa</strong></a> ou <s>não</s></p>';
    expect(canonicalHtml(html)).toBe(html);
  });

  it('loses nothing but what is not seen', () => {
    expect(canonicalHtml('<p>  Um\n dois  </p>\n<p></p><p><br></p><ul><li></li></ul>três')).toBe(
      '<p>Um dois</p><p>três</p>',
    );
  });

  it('loses the space at which a line was cut, too', () => {
    expect(canonicalHtml('<p><strong>!</strong><br></p><strong> ?</strong><strong><br></strong>')).toBe(
      '<p><strong>!</strong></p><p><strong>?</strong></p>',
    );
  });

  it('keeps the words of elements that it does not know', () => {
    expect(canonicalHtml('<section><h1>A</h1><details><summary>B</summary>C</details></section><h5>D</h5>')).toBe(
      '<h2>A</h2><p>B</p><p>C</p><h4>D</h4>',
    );
    expect(canonicalHtml('<table><tr><th>Dia</th><td>Valor</td></tr></table>')).toBe(
      '<p><strong>Dia</strong> – Valor</p>',
    );
  });

  it('runs nothing and leads only where a link may lead', () => {
    expect(
      canonicalHtml(
        '<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)><p onclick="x()">a' +
          '<a href="javascript:alert(1)">b</a><a href="//evil.example">c</a><a href="/\\evil.example">e</a>' +
          '<a href="mailto:a@b.example">d</a><a href="/portal/contato">f</a></p>',
      ),
    ).toBe(
      '<p>abce<a href="mailto:a@b.example" rel="noopener nofollow" target="_blank">d</a>' +
        '<a href="/portal/contato" rel="noopener nofollow" target="_blank">f</a></p>',
    );
  });

  const words = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[<>&]/g, ''));
  const inline = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      words,
      fc.constant('<br>'),
      fc
        .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'span', 'b'), tie('node'))
        .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      fc.tuple(tie('node'), tie('node')).map(([one, other]) => one + other),
      tie('node').map((inner) => `<a href="https://a.example/">${inner}</a>`),
    ),
  })).node;
  const block = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      inline,
      fc
        .tuple(fc.constantFrom('p', 'h1', 'h3', 'div', 'blockquote', 'ul', 'ol', 'li', 'td', 'tr'), tie('node'))
        .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      fc.tuple(tie('node'), tie('node')).map(([one, other]) => one + other),
    ),
  })).node;

  it('is the same text when it is read again, whatever was written', () => {
    fc.assert(
      fc.property(block, (html) => {
        const once = canonicalHtml(html);
        expect(canonicalHtml(once)).toBe(once);
      }),
    );
  });

  it('keeps every letter, in its order', () => {
    const letters = (html: string) => html.replace(/<[^>]*>|[\s–]/g, '');
    fc.assert(
      fc.property(block, (html) => {
        expect(letters(canonicalHtml(html).replaceAll('&amp;', '&'))).toBe(letters(html));
      }),
    );
  });
});
