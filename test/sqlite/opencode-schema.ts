/** The tables of opencode 1.18.33 that hold sessions, in our own words; taken from a database that it made. */
export const firstSchema = `
  CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL);
  CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text,
    slug text NOT NULL, directory text NOT NULL, path text, title text NOT NULL, version text NOT NULL, share_url text,
    summary_diffs text, metadata text, cost real DEFAULT 0 NOT NULL, revert text, permission text, agent text, model text,
    time_created integer NOT NULL, time_updated integer NOT NULL, time_compacting integer, time_archived integer,
    CONSTRAINT fk_session FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE);
  CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL,
    CONSTRAINT fk_message FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE);
  CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL,
    CONSTRAINT fk_part FOREIGN KEY (message_id) REFERENCES message(id) ON DELETE CASCADE);
  CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
  CREATE INDEX part_message_id_id_idx ON part (message_id, id);
  CREATE INDEX part_session_idx ON part (session_id);
  CREATE TABLE todo (session_id text NOT NULL, content text NOT NULL, position integer NOT NULL,
    CONSTRAINT fk_todo FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE)`

/** The tables that version 2.0.25 adds. */
export const secondSchema = `
  CREATE TABLE session_v2 (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text,
    fork_session_id text, fork_boundary text, slug text NOT NULL, directory text NOT NULL, path text, title text,
    version text NOT NULL, revert text, agent text, model text, time_created integer NOT NULL,
    time_updated integer NOT NULL, time_archived integer, time_suspended integer,
    resume_attempts integer DEFAULT 0 NOT NULL, time_idle integer, time_viewed integer, idle_outcome text,
    CONSTRAINT fk_session_v2 FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE);
  CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL,
    CONSTRAINT fk_session_message FOREIGN KEY (session_id) REFERENCES session_v2(id) ON DELETE CASCADE);
  CREATE UNIQUE INDEX session_message_session_seq_idx ON session_message (session_id, seq);
  CREATE TABLE kv (key text PRIMARY KEY, value text NOT NULL, time_created integer, time_updated integer);
  CREATE TABLE event_sequence (aggregate_id text PRIMARY KEY, seq integer NOT NULL, owner_id text);
  CREATE TABLE event (id text PRIMARY KEY, aggregate_id text NOT NULL, seq integer NOT NULL, type text NOT NULL,
    data text NOT NULL)`
