import type { KeyboardEvent } from 'react';

const STOPS = ':is(input:not([type="radio"]), input:checked, select, [data-go-on])';

/**
 * Enter goes on to the next field of the form, and from the last one to the button that submits; it never submits by
 * itself. Ctrl+Enter submits from everywhere.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (event.key !== 'Enter' || !isField || event.defaultPrevented || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) form.requestSubmit();
  else nextStop(form, target)?.focus();
}

function nextStop(form: HTMLFormElement, from: HTMLElement): HTMLElement | undefined {
  const isAfter = (stop: HTMLElement) => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
  const buttons = [...form.elements].filter((element) => element instanceof HTMLButtonElement);
  return (
    [...form.querySelectorAll<HTMLElement>(STOPS)].find((stop) => isAfter(stop) && stop.checkVisibility()) ??
    buttons.find(({ type }) => type === 'submit')
  );
}
