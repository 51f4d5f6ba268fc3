import type { Download } from './api';

/** Saves a downloaded file on the person's device. */
export function saveFile({ content, name }: Download): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address));
}
