import styles from './avatar.module.css';

/** Decorative initials beside the name, drawn by CSS: as text they would belong to the visible label of a button. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span
      className={styles.avatar}
      data-large={large || undefined}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toLocaleUpperCase('pt-BR');
}
