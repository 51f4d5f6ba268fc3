import type { ComponentProps, MouseEvent } from 'react';

interface ButtonElementProps extends ComponentProps<'button'> {
  /** Set by Mantine's Button while it is `loading`. */
  'data-loading'?: boolean;
  /** Set by Mantine's Button where it is `disabled` by itself. */
  'data-disabled'?: boolean;
}

/**
 * The element of Mantine's Button (its default in the theme). Mantine disables a loading button, and a disabled one
 * loses the keyboard's focus. Here it stays focusable while it is busy, and only ignores presses and Enter in its form.
 */
export function ButtonElement({ disabled, onClick, type = 'button', ...props }: ButtonElementProps) {
  const isBusy = Boolean(props['data-loading']) && !props['data-disabled'];
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isBusy}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || props['aria-disabled']}
      onClick={isBusy ? ignore : onClick}
    />
  );
}

/** Keeps a press from the form and from what is around the button. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
