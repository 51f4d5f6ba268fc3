import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import Editing from './editing';

/** What stands in an empty text after something was pasted into it. */
async function pasted(html: string, text: string): Promise<string> {
  let written = '';
  const onChange = (changed: string) => {
    written = changed;
  };
  const { unmount } = await renderPage(
    <Editing value="" onChange={onChange} label="Texto" attributes={{ role: 'textbox' }} />,
  );
  const clipboardData = new DataTransfer();
  if (html) clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', text);
  const box = await page.getByRole('textbox').findElement();
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await unmount();
  return written;
}

const fromHtml = (html: string, text = '') => pasted(html, text);
const fromText = (text: string) => pasted('', text);

// What Word 365 for Windows puts on the clipboard, shortened where it repeats itself.
const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- /* Style Definitions */ p.MsoNormal {mso-style-unhide:no; font-family:"Calibri",sans-serif;} --></style>
</head><body lang=PT-BR style='tab-interval:35.4pt'><!--StartFragment-->
<p class=MsoTitle><span style='font-size:28pt'>Cânions de Furnas<o:p></o:p></span></p>
<p class=MsoNormal style='margin-bottom:8pt'><b style='mso-bidi-font-weight:normal'>Saída</b> às <i>4h30</i>,&nbsp;da
rodoviária.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Transporte<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><!--[if !supportLists]--><span
style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><!--[endif]-->Ônibus com ar<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span
style='mso-list:Ignore'>·<span>&nbsp; </span></span><!--[endif]-->Guia<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Primeiro</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Segundo</p>
<h1><b>Roteiro</b></h1>
<p class=MsoNormal>Veja o <a href="https://exemplo.com.br/mapa"><span style='color:blue;text-decoration:underline'>mapa</span></a>.</p>
<!--EndFragment--></body></html>`;

describe('pasting from Word', () => {
  it('brings titles, lists at their depth, marks and links, and nothing of Word', async () => {
    expect(await fromHtml(word, 'Cânions de Furnas …')).toBe(
      '<h2>Cânions de Furnas</h2>' +
        '<p><strong>Saída</strong> às <em>4h30</em>, da rodoviária.</p>' +
        '<ul><li>Transporte<ul><li>Ônibus com ar</li></ul></li><li>Guia</li></ul>' +
        '<ol><li>Primeiro</li><li>Segundo</li></ol>' +
        '<h2>Roteiro</h2>' +
        '<p>Veja o <a href="https://exemplo.com.br/mapa" rel="noopener nofollow" target="_blank">mapa</a>.</p>',
    );
  });

  it('brings the lists of Word on the web, which are real ones', async () => {
    const html =
      '<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1"><li data-leveltext="" data-listid="1"><p class="Paragraph"><span data-contrast="auto" class="TextRun"><span class="NormalTextRun">Guia</span></span><span class="EOP" data-ccp-props="{}">&nbsp;</span></p></li></ul></div>';
    expect(await fromHtml(html)).toBe('<ul><li>Guia</li></ul>');
  });
});

describe('pasting from Google Docs', () => {
  it('does not make everything bold for the bold element that wraps it', async () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1234"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">O que levar</span></h2><p dir="ltr"><span style="font-weight:700;">Documento</span><span style="font-weight:400;font-style:italic;"> original</span><span style="font-weight:400;text-decoration:line-through;"> ou cópia</span></p><br /><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Protetor solar</span></p></li><ul><li aria-level="2"><p><span>fator 50</span></p></li></ul><li><p><span>Boné</span></p></li></ul></b>';
    expect(await fromHtml(html)).toBe(
      '<h2>O que levar</h2><p><strong>Documento</strong><em> original</em><s> ou cópia</s></p>' +
        '<ul><li>Protetor solar<ul><li>fator 50</li></ul></li><li>Boné</li></ul>',
    );
  });
});

const message = `[19:02, 20/11/2026] Rota das Águas: *Capitólio* é _só alegria_! ~R$ 320~ *R$ 289*

Inclui:
• Transporte 🚌
• *Lancha* pelos cânions
- Guia

1. Reserve
2. Pague o sinal
> Vagas limitadas
Link: https://exemplo.com.br/p?x=a_b_c.
5*3*2 e snake_case_aqui ficam`;

const messageHtml =
  '<p><strong>Capitólio</strong> é <em>só alegria</em>! <s>R$ 320</s> <strong>R$ 289</strong></p>' +
  '<p>Inclui:</p>' +
  '<ul><li>Transporte 🚌</li><li><strong>Lancha</strong> pelos cânions</li><li>Guia</li></ul>' +
  '<ol><li>Reserve</li><li>Pague o sinal</li></ol>' +
  '<blockquote><p>Vagas limitadas</p></blockquote>' +
  '<p>Link: <a href="https://exemplo.com.br/p?x=a_b_c" rel="noopener nofollow" target="_blank">https://exemplo.com.br/p?x=a_b_c</a>.<br />5*3*2 e snake_case_aqui ficam</p>';

describe('pasting from WhatsApp', () => {
  it('turns what people type into what they mean', async () => {
    expect(await fromText(message)).toBe(messageHtml);
    expect(await fromText(message.replaceAll('\n', '\r\n'))).toBe(messageHtml);
  });

  it('reads the text where the HTML beside it only repeats it', async () => {
    const html = `<meta charset='utf-8'><div>${message.replaceAll('\n', '<br>')}</div>`;
    expect(await fromHtml(html, message)).toBe(messageHtml);
  });

  it('reads the HTML of WhatsApp Web where it says more', async () => {
    const html =
      '<span dir="ltr" class="selectable-text copyable-text"><span><strong class="selectable-text" data-app-text-template="*text*">Lancha</strong> inclusa<br>• Guia<br>• Seguro</span></span>';
    expect(await fromHtml(html, '*Lancha* inclusa\n• Guia\n• Seguro')).toBe(
      '<p><strong>Lancha</strong> inclusa</p><ul><li>Guia</li><li>Seguro</li></ul>',
    );
  });

  it('sets one mark inside another', async () => {
    expect(await fromText('*Só _hoje_ ~320~*')).toBe('<p><strong>Só <em>hoje</em> <s>320</s></strong></p>');
  });
});

describe('pasting a plain text', () => {
  it('makes a paragraph of every block of lines and keeps their ends', async () => {
    expect(await fromText('Um\ndois\n\n\ntrês')).toBe('<p>Um<br />dois</p><p>três</p>');
  });

  it('shows signs that mean nothing as they are', async () => {
    expect(await fromText('<b>2 * 3 * 4</b> & a_b')).toBe('<p>&lt;b&gt;2 * 3 * 4&lt;/b&gt; &amp; a_b</p>');
  });

  it('of nothing is nothing', async () => {
    expect(await fromText('')).toBe('');
    expect(await fromHtml('<meta charset="utf-8"><p>&nbsp;</p>', ' ')).toBe('');
  });
});
