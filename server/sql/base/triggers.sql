-- The updates that count the version up, where not every one does.

-- That a client read or wrote a message is no change that a clerk with the form open has to hear of.
create or replace trigger bump_version before update on clients for each row
  when (old.chat_known_at is not distinct from new.chat_known_at and old.opt_out_text is not distinct from new.opt_out_text) execute function bump_version();

-- Nor is the address by which staff came an edit of their company.
create or replace trigger bump_version before update on companies for each row
  when (old.pages_origin is not distinct from new.pages_origin) execute function bump_version();

-- A client's new name is no edit of the packages: a clerk who has one open may still save it.
create or replace trigger bump_version before update of updated_at, deleted_at on packages for each row
  execute function bump_version();
