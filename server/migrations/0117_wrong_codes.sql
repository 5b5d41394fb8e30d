-- Wrong codes at the second step since its owner last took it, which they are told of as they enter.
alter table second_steps add column wrong_codes integer default 0 not null;
