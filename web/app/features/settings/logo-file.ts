const MAX_BYTES = 2 * 1024 * 1024;

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a file cannot be the logo; undefined if it may try. The server has the last word. */
export function logoRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoTypes.includes(type)) return 'Este arquivo não é uma imagem que aceitamos. Envie PNG, JPEG ou WebP.';
  if (size > MAX_BYTES) return 'O logo é grande demais. Envie um arquivo de até 2 MB.';
  return size === 0 ? 'O arquivo está vazio.' : undefined;
}
