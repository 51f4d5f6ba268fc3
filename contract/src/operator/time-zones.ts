/** Brazilian time zones, the most used first. Source: IANA tzdata, file "southamerica". */
export const brazilianTimeZones: readonly { name: string; label: string }[] = [
  { name: 'America/Sao_Paulo', label: 'Brasília (Sul, Sudeste, GO, DF)' },
  { name: 'America/Bahia', label: 'Bahia' },
  { name: 'America/Fortaleza', label: 'Ceará, Maranhão, Paraíba, Piauí, Rio Grande do Norte' },
  { name: 'America/Recife', label: 'Pernambuco' },
  { name: 'America/Maceio', label: 'Alagoas, Sergipe' },
  { name: 'America/Belem', label: 'Amapá, leste do Pará' },
  { name: 'America/Santarem', label: 'Oeste do Pará' },
  { name: 'America/Araguaina', label: 'Tocantins' },
  { name: 'America/Campo_Grande', label: 'Mato Grosso do Sul' },
  { name: 'America/Cuiaba', label: 'Mato Grosso' },
  { name: 'America/Manaus', label: 'Amazonas' },
  { name: 'America/Eirunepe', label: 'Oeste do Amazonas' },
  { name: 'America/Porto_Velho', label: 'Rondônia' },
  { name: 'America/Boa_Vista', label: 'Roraima' },
  { name: 'America/Rio_Branco', label: 'Acre' },
  { name: 'America/Noronha', label: 'Fernando de Noronha' },
];

/** All time zones of this runtime, the Brazilian ones first, then by name. */
export function timeZoneNames(): string[] {
  const home = brazilianTimeZones.map(({ name }) => name);
  return [...home, ...Intl.supportedValuesOf('timeZone').filter((name) => !home.includes(name))];
}
