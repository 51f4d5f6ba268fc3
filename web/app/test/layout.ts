import { onTestFinished } from 'vitest';
import { expectNoSidewaysScrolling, setWindow } from './screen';

export { expectNoSidewaysScrolling };

/** Goes on in a window as narrow as a phone's, with the margins of the area, to the end of the test. */
export async function beOnPhone(): Promise<void> {
  const { style } = document.body;
  style.paddingInline = '1rem';
  onTestFinished(() => {
    style.paddingInline = '';
  });
  await setWindow();
}

/** Expects no horizontal scroll in a narrow and in a wide window, with the margins of the area. */
export async function expectToFit(): Promise<void> {
  document.getElementById('conteudo')?.style.setProperty('padding-inline', '1rem');
  for (const width of [360, 1280]) {
    await setWindow(width);
    await expectNoSidewaysScrolling();
  }
}
