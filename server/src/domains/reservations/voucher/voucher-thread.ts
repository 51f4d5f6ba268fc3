import { parentPort, workerData } from 'node:worker_threads';
import { drawVoucher, type VoucherOrder } from './voucher-pdf.ts';

// A worker thread that draws one voucher; started by voucherAsPdf.
parentPort?.postMessage(await drawVoucher(workerData as VoucherOrder));
