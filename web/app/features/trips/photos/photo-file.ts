const MAX_BYTES = 15 * 1024 * 1024;
const photoTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** Why a file cannot be a picture of a trip; undefined if it may try. The server has the last word. */
export function refusalOf({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | undefined {
  if (/\.hei[cf]$/i.test(name) || /hei[cf]/.test(type)) {
    return 'Fotos HEIC do iPhone não abrem em todo lugar. Exporte como JPEG e envie de novo.';
  }
  if (!photoTypes.includes(type)) return 'Este arquivo não é uma foto que aceitamos. Envie JPEG, PNG ou WebP.';
  if (size > MAX_BYTES) {
    const megabytes = (size / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
    return `A foto tem ${megabytes} MB. Envie um arquivo de até 15 MB.`;
  }
  return size === 0 ? 'O arquivo está vazio.' : undefined;
}
