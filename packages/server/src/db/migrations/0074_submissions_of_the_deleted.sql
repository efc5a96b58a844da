-- A submission by a link that asked a person waits for a decision about their entry; without the entry nobody can decide.
delete from registration where was_asked and state = 'pending' and person_id is null;

-- Before the foreign key forgets the person: no way of deleting people can leave it behind. The photographs go with `deletePeople`.
create function delete_sent_by_link() returns trigger language plpgsql as $$
begin
  delete from registration where person_id = old.id and was_asked and state = 'pending';
  return old;
end $$;
create trigger person__delete_sent_by_link before delete on person for each row execute function delete_sent_by_link();

-- A rejected registration keeps no photographs but its first, which its page shows until it is deleted within a day.
delete from sent_portrait s using registration r where r.id = s.registration_id and r.state <> 'pending';
