-- What happened to a right is never changed. Undoing an import deletes the moves of its rights with them.
create trigger right_moves_append_only before update or truncate on right_moves for each statement execute function history_refuse();
