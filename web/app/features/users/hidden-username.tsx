import hidden from '~/ui/text/visually-hidden.module.css';

/** Hidden username for password managers, in a form with a password only. */
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
