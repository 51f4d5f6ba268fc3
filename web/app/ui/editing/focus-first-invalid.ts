/** Takes the person to the first input, in the order of the page, that has a sentence beside it. */
export function focusFirstInvalid(form: HTMLFormElement | null, isWrong: (input: string) => boolean): void {
  // The sentences stand beside their inputs only when the page has been drawn with them.
  requestAnimationFrame(() => {
    const inputs = form?.querySelectorAll<HTMLElement>('[name], [data-field]') ?? [];
    const first = [...inputs].find((input) => isWrong(input.dataset.field ?? input.getAttribute('name') ?? ''));
    first?.focus();
  });
}
