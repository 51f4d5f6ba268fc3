/** Focuses the first invalid input in document order. */
export function focusFirstInvalid(form: HTMLFormElement | null, isWrong: (input: string) => boolean): void {
  // Waits for the error messages to be rendered.
  requestAnimationFrame(() => {
    const inputs = form?.querySelectorAll<HTMLElement>('[name], [data-field]') ?? [];
    const first = [...inputs].find((input) => isWrong(input.dataset.field ?? input.getAttribute('name') ?? ''));
    first?.focus();
  });
}
