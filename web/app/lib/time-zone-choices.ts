import { brazilianTimeZones, timeZoneNames } from '@passeio/contract/operator/operator';

interface Choice {
  value: string;
  label: string;
}

/** All time zones, Brazil's first, labelled like "Amazonas, GMT-4" and "Portugal, GMT+0". */
export function timeZoneChoices(): { group: string; items: Choice[] }[] {
  const known = new Set(timeZoneNames());
  const home = brazilianTimeZones.filter(({ name }) => known.has(name));
  const away = [...known].filter((name) => !home.some((zone) => zone.name === name));
  return [
    { group: 'Brasil', items: home.map(({ name, label }) => ({ value: name, label: `${label}, ${offsetOf(name)}` })) },
    {
      group: 'Outros',
      items: away
        .map((name) => ({ value: name, label: `${placeOf(name)}, ${offsetOf(name)}` }))
        .sort((a, b) => a.label.localeCompare(b.label, 'pt-BR')),
    },
  ];
}

/** A time zone as people read it, as in "Amazonas" and "Portugal". */
export function timeZoneLabel(timeZone: string): string {
  return brazilianTimeZones.find(({ name }) => name === timeZone)?.label ?? placeOf(timeZone);
}

const PLACE = /^Horário (.+)/;

/** The country of a time zone, or its city where the country has several, as in "Portugal" and "Nova York". */
function placeOf(timeZone: string): string {
  return PLACE.exec(nameOf(timeZone, 'shortGeneric'))?.[1] ?? timeZone.replaceAll('_', ' ');
}

function offsetOf(timeZone: string): string {
  return nameOf(timeZone, 'shortOffset');
}

function nameOf(timeZone: string, timeZoneName: 'shortGeneric' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName }).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
