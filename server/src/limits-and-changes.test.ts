import { expect, it } from 'vitest';
import { routeRules } from './limits-and-changes.ts';
import { type RouteRules, readRules } from './platform/http/route-rules.ts';

it('the rules of the server are complete', () => {
  expect(() => readRules(routeRules)).not.toThrow();
});

it.each<[string, RouteRules, string]>([
  [
    'a write that does not say what it changes',
    { ...routeRules, vehicles: { ...routeRules.vehicles, archive: {} } },
    'do not say what they change: vehicles.archive',
  ],
  [
    'a table that leaves out writes',
    { ...routeRules, push: {} },
    'do not say what they change: push.addDevice, push.removeDevice',
  ],
  [
    'a route that the contract does not have',
    // @ts-expect-error the types refuse it too
    { ...routeRules, vehicles: { ...routeRules.vehicles, paint: { changes: 'nothing' } } },
    'of no route of the contract: vehicles.paint',
  ],
  [
    'a table that the contract does not have',
    // @ts-expect-error the types refuse it too
    { ...routeRules, boats: { launch: { changes: 'nothing' } } },
    'of no route of the contract: boats.launch',
  ],
  [
    'a change that a file would not announce',
    { ...routeRules, privacy: { ...routeRules.privacy, download: { changes: 'reservations' } } },
    'answer a file and change something: privacy.download',
  ],
])('the start fails for %s', (_, rules, message) => {
  expect(() => readRules(rules)).toThrow(message);
});
