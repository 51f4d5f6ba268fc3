import styles from './avatar.module.css';

/** Decorative initials beside the name. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span className={styles.avatar} data-large={large || undefined} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toLocaleUpperCase('pt-BR');
}
