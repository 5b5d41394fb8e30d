-- What came of unknown ids while it is sent: the gateway says the id of a file in its answer, and a receipt may be sooner.
alter table messages add column early_receipts jsonb;
