import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensureTool } from '../../scripts/debian.ts';

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

const ROOT = join(import.meta.dirname, '../..');
const RULES = join(ROOT, 'deploy/prometheus');
const read = (path: string) => readFileSync(path, 'utf8');
const rules: Rule[] = parse(read(join(RULES, 'alerts.yaml'))).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);

test('alerts come when they should, and only then', () => {
  const { status, stdout, stderr } = spawnSync(ensureTool('promtool'), ['test', 'rules', 'alerts.test.yaml'], {
    cwd: RULES,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});

test('every alert has a test that it comes, and one that it does not', () => {
  const cases: { alertname: string; exp_alerts?: object[] }[] = parse(
    read(join(RULES, 'alerts.test.yaml')),
  ).tests.flatMap(({ alert_rule_test }: { alert_rule_test: object[] }) => alert_rule_test);
  const tested = (comes: boolean) =>
    new Set(cases.filter(({ exp_alerts }) => (exp_alerts !== undefined) === comes).map(({ alertname }) => alertname));
  const names = rules.map(({ alert }) => alert);
  expect([...tested(true)].toSorted()).toEqual(names.toSorted());
  expect([...tested(false)].toSorted()).toEqual(names.toSorted());
});

test.each(rules)('$alert leads to the paragraph that names it', ({ alert, labels, annotations }) => {
  expect(labels.severity).toMatch(/^(critical|warning)$/);
  expect(annotations.summary).not.toBe('');
  const [path, anchor] = annotations.runbook_url.split('/docs/')[1]?.split('#') ?? [];
  expect(path).toBe('runbook.md');
  const sections = read(join(ROOT, 'docs/runbook.md')).split(/^## /m).slice(1);
  const section = sections.find((one) => one.split('\n')[0]?.toLowerCase().replaceAll(' ', '-') === anchor);
  expect(section).toContain(`\`${alert}\``);
});
