import { z } from './zod.ts';

export const roles = ['ADMIN', 'OPERATOR', 'GUIDE', 'CLIENT'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Role as people read it. */
export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrador',
  OPERATOR: 'Operador',
  GUIDE: 'Guia',
  CLIENT: 'Cliente',
};
