-- Why an e-mail left although its payer wishes WhatsApp; none where WhatsApp was not wished, or has the message.
alter table reservation_emails add column not_by_chat text
  constraint reservation_emails_not_by_chat_check
  check (not_by_chat in ('template', 'budget', 'number', 'stopped', 'undelivered'));
