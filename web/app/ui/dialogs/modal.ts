/**
 * Opens a modal dialog; base.css locks the page's scroll. Reserves the scrollbar's width, so that the page behind does
 * not shift.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  const page = document.documentElement;
  page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`);
  dialog.showModal();
}
