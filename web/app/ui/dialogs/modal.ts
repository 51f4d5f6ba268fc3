/**
 * Opens a modal dialog over a page that then stands still (base.css). The scrollbar's place is kept, so that nothing
 * behind the dialog jumps.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  const page = document.documentElement;
  page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`);
  dialog.showModal();
}
