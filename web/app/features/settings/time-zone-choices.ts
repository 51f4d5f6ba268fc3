import { brazilianTimeZones, timeZoneNames } from '@passeio/contract/operator/time-zones';

interface Choice {
  value: string;
  label: string;
}

/** All time zones, Brazil's first, labelled like "Amazonas (GMT-4)". */
export function timeZoneChoices(): { group: string; items: Choice[] }[] {
  const known = new Set(timeZoneNames());
  const home = brazilianTimeZones.filter(({ name }) => known.has(name));
  const away = [...known].filter((name) => !home.some((zone) => zone.name === name));
  return [
    { group: 'Brasil', items: home.map(({ name, label }) => ({ value: name, label: `${label}, ${offsetOf(name)}` })) },
    { group: 'Outros', items: away.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })) },
  ];
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
