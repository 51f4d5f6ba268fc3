import { apiPaths } from '@passeio/contract/paths';
import {
  type ReceiptApproval,
  type ReceiptFilters,
  type ReceiptList,
  type ReceiptRejection,
  type RefundFilters,
  type RefundList,
  type RefundPayment,
  receiptList,
  refundList,
} from '@passeio/contract/payments/payments';
import {
  type Statement,
  type StatementConfirmation,
  statement,
  type UnmatchedAssignment,
  type UnmatchedList,
  unmatchedList,
} from '@passeio/contract/payments/statements';
import { z } from '@passeio/contract/zod';
import { answered, api, apiInPlace } from '../session/api';
import { uploadApi } from '../session/upload-api';
import { refreshToDo } from './to-do';

export function loadReceipts(filters: ReceiptFilters, signal: AbortSignal): Promise<ReceiptList> {
  return answered(api.get(apiPaths.receiptsToReview, receiptList, { query: { ...filters }, signal }));
}

/** The picture or PDF, which only the payer and staff may see. */
export async function loadReceiptFile(receiptId: string, signal: AbortSignal): Promise<Blob> {
  const { content } = await answered(apiInPlace.download(apiPaths.receiptFile(receiptId), { signal }));
  return content;
}

/** A change at the desk; its failure is for the caller to show. What waits is counted again, whatever the outcome. */
async function change(method: 'post' | 'put', path: string, body: object, idempotencyKey: string): Promise<void> {
  try {
    await answered(apiInPlace[method](path, z.unknown(), { body, idempotencyKey }));
  } finally {
    void refreshToDo();
  }
}

export function approveReceipt(receiptId: string, body: ReceiptApproval, key: string): Promise<void> {
  return change('post', apiPaths.receiptApproval(receiptId), body, key);
}

export function rejectReceipt(receiptId: string, body: ReceiptRejection, key: string): Promise<void> {
  return change('post', apiPaths.receiptRejection(receiptId), body, key);
}

export function loadRefunds(filters: RefundFilters, signal: AbortSignal): Promise<RefundList> {
  return answered(api.get(apiPaths.refunds, refundList, { query: { ...filters }, signal }));
}

export function payRefund(refundId: string, body: RefundPayment, key: string): Promise<void> {
  return change('post', apiPaths.refundPayment(refundId), body, key);
}

export function changeRefund(refundId: string, body: { promisedFor: string; pixKey: string }, key: string) {
  return change('put', apiPaths.refund(refundId), body, key);
}

export function loadUnmatched(query: { page: number }, signal: AbortSignal): Promise<UnmatchedList> {
  return answered(api.get(apiPaths.unmatchedPayments, unmatchedList, { query, signal }));
}

export function assignPayment(paymentId: string, body: UnmatchedAssignment, key: string): Promise<void> {
  return change('post', apiPaths.unmatchedAssignment(paymentId), body, key);
}

export function dismissPayment(paymentId: string, body: { reason: string }, key: string): Promise<void> {
  return change('post', apiPaths.unmatchedDismissal(paymentId), body, key);
}

export function checkUnreadable(pixId: string, key: string): Promise<void> {
  return change('post', apiPaths.unreadablePixCheck(pixId), {}, key);
}

/** Sends a bank's file; `onProgress` hears how much has been sent, from 0 to 1. Throws without a toast. */
export function uploadStatement(file: File, onProgress: (part: number) => void): Promise<Statement> {
  const body = new FormData();
  body.append('file', file);
  return answered(uploadApi(onProgress).post(apiPaths.statements, statement, { body }));
}

export function loadStatement(statementId: string, signal: AbortSignal): Promise<Statement> {
  return answered(api.get(apiPaths.statement(statementId), statement, { signal }));
}

export function confirmStatement(statementId: string, body: StatementConfirmation, key: string): Promise<void> {
  return change('post', apiPaths.statementConfirmation(statementId), body, key);
}

export async function dismissLine(statementId: string, lineId: string, isDismissed: boolean): Promise<void> {
  const path = apiPaths.statementDismissal(statementId, lineId);
  await answered(isDismissed ? apiInPlace.put(path, statement) : apiInPlace.delete(path, statement));
}
