import hidden from '~/ui/text/visually-hidden.module.css';

/** For password managers only, in a form that asks for a password alone: they want to know whose it is. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      className={hidden.hidden}
      type="email"
      name="account"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
