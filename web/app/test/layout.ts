import { onTestFinished } from 'vitest';
import { setWindow } from './screen';

export { expectNoSidewaysScrolling } from './screen';

/** Goes on in a window as narrow as a phone's, with the margins of the area, to the end of the test. */
export async function beOnPhone(): Promise<void> {
  const { style } = document.body;
  style.paddingInline = '1rem';
  onTestFinished(() => {
    style.paddingInline = '';
  });
  await setWindow();
}
