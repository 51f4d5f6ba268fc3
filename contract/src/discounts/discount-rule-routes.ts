import { route, staffWith } from '../route.ts';
import { discountRule, discountRuleDraft, discountRuleList, discountRuleOrder } from './discount-rules.ts';

/** Automatic discounts, for staff who sets prices. */
export const discountRuleRoutes = {
  list: route('GET', '/discount-rules', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Automatic discounts in the order in which they apply',
    answer: discountRuleList,
  }),
  create: route('POST', '/discount-rules', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Make an automatic discount, which applies after those that exist',
    body: discountRuleDraft,
    answer: discountRule,
    status: 201,
    once: true,
  }),
  reorder: route('PUT', '/discount-rules/order', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Change the order in which automatic discounts apply',
    body: discountRuleOrder,
    answer: discountRuleList,
  }),
  change: route('PUT', '/discount-rules/:ruleId', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Change an automatic discount; reservations keep what they have',
    body: discountRuleDraft,
    answer: discountRule,
  }),
  delete: route('DELETE', '/discount-rules/:ruleId', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Delete an automatic discount that no reservation has',
    answer: discountRuleList,
  }),
};
