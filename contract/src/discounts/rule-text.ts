import { moneyText } from '../money.ts';
import { capitalised, plural } from '../words.ts';
import type { DiscountRule, RuleBenefit, RuleCondition } from './rule-lines.ts';

/** A rule in words, as "A partir de 10 pessoas: 10% de desconto". */
export function ruleText({ condition, benefit }: Pick<DiscountRule, 'condition' | 'benefit'>): string {
  const conditions = conditionTexts(condition);
  const words = [conditions.join(', '), benefitText(benefit)].filter(Boolean).join(': ');
  return capitalised(words);
}

function conditionTexts({ minPeople, minTotalCents, minDaysBefore, fareLabels }: RuleCondition): string[] {
  const people = minPeople ?? (fareLabels.length > 0 ? 1 : 0);
  const ofFares = fareText(fareLabels, 'da');
  const party = people > 1 || ofFares ? `a partir de ${plural(people || 1, 'pessoa')}${ofFares}` : '';
  const total = minTotalCents ? `a partir de ${moneyText(minTotalCents)} em passagens${party ? '' : ofFares}` : '';
  const days = minDaysBefore ? `reservando com ${plural(minDaysBefore, 'dia')} de antecedência` : '';
  return [party, total, days].filter(Boolean);
}

function benefitText({ kind, value, fareLabels }: RuleBenefit): string {
  const ofFares = fareText(fareLabels, 'na');
  if (kind === 'percent') return `${value}% de desconto${ofFares}`;
  if (kind === 'amount_each') return `${moneyText(value)} de desconto por pessoa${ofFares}`;
  const free = value === 1 ? '1 pessoa grátis' : `${value} pessoas grátis`;
  return ofFares ? `${free}${ofFares}` : `${free}, pela tarifa mais barata`;
}

function fareText(labels: readonly string[], preposition: 'da' | 'na'): string {
  if (labels.length === 0) return '';
  const last = labels.at(-1) ?? '';
  const listed = labels.length > 1 ? `${labels.slice(0, -1).join(', ')} e ${last}` : last;
  return ` ${preposition}${labels.length > 1 ? 's tarifas' : ' tarifa'} ${listed}`;
}
