import { answerOrders } from '../../../platform/concurrency/answer-orders.ts';
import type { ParseOrder } from './parse-in-process.ts';
import { parseStatement } from './parse-statement.ts';

// Runs in a child process (parse-in-process.ts).
answerOrders(({ content, clock }: ParseOrder) => parseStatement(Buffer.from(content), clock));
