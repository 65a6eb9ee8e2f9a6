/**
 * The tables of OpenClaw that a change of records touches, in our own words.
 *
 * `packs` adds the columns of schema 23. Schema 21 named the rows of the search, and brought triggers.
 */
export function schemaOf(version: number, packs: boolean = version >= 23): string {
  const payload = packs
    ? `event_json TEXT, created_at INTEGER NOT NULL, event_zstd BLOB, event_utf8_bytes INTEGER, navigation_json TEXT,
       CHECK ((event_json IS NULL) <> (event_zstd IS NULL)),`
    : 'event_json TEXT NOT NULL, created_at INTEGER NOT NULL,'
  const window = 'FOREIGN KEY (session_id) REFERENCES session_windows(session_id) ON DELETE CASCADE'
  const record = 'REFERENCES transcript_events(session_id, seq) ON DELETE CASCADE'
  return `
    CREATE TABLE schema_meta (meta_key TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, schema_version INTEGER NOT NULL,
      agent_id TEXT, app_version TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
    INSERT INTO schema_meta VALUES ('primary', 'agent', ${version}, 'main', '2026.9.1', 1, 1);
    CREATE TABLE session_nodes (session_key TEXT NOT NULL PRIMARY KEY, current_session_id TEXT NOT NULL,
      entry_json TEXT NOT NULL, updated_at INTEGER NOT NULL, status TEXT) STRICT;
    CREATE TABLE session_windows (session_id TEXT NOT NULL PRIMARY KEY, session_key TEXT NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, transcript_updated_at INTEGER,
      transcript_observed_at INTEGER, status TEXT,
      FOREIGN KEY (session_key) REFERENCES session_nodes(session_key) ON DELETE CASCADE) STRICT;
    CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, ${payload}
      PRIMARY KEY (session_id, seq), ${window}) STRICT;
    CREATE TABLE transcript_event_identities (session_id TEXT NOT NULL, event_id TEXT NOT NULL, seq INTEGER NOT NULL,
      event_type TEXT, parent_id TEXT, message_idempotency_key TEXT, created_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, event_id), FOREIGN KEY (session_id, seq) ${record}) STRICT;
    CREATE UNIQUE INDEX one_key ON transcript_event_identities(session_id, message_idempotency_key)
      WHERE message_idempotency_key IS NOT NULL;
    CREATE TABLE transcript_rewrite_watermarks (session_id TEXT NOT NULL PRIMARY KEY, generation TEXT NOT NULL,
      updated_at INTEGER NOT NULL, ${window}) STRICT;
    CREATE TABLE session_transcript_index_state (session_id TEXT NOT NULL PRIMARY KEY, indexed_seq INTEGER NOT NULL,
      leaf_event_id TEXT, needs_rebuild INTEGER NOT NULL DEFAULT 0, active_event_count INTEGER NOT NULL DEFAULT 0,
      active_message_count INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL, ${window}) STRICT;
    CREATE TABLE session_transcript_active_events (session_id TEXT NOT NULL, active_position INTEGER NOT NULL,
      event_seq INTEGER NOT NULL, message_position INTEGER, context_eligible INTEGER,
      PRIMARY KEY (session_id, active_position), FOREIGN KEY (session_id, event_seq) ${record}) STRICT;
    CREATE UNIQUE INDEX one_seq ON session_transcript_active_events(session_id, event_seq);
    CREATE UNIQUE INDEX one_message ON session_transcript_active_events(session_id, message_position)
      WHERE message_position IS NOT NULL;
    CREATE VIRTUAL TABLE session_transcript_fts USING fts5( text, session_id UNINDEXED, message_id UNINDEXED,
      role UNINDEXED, timestamp UNINDEXED, tokenize = 'unicode61 remove_diacritics 2' );
    ${version >= 21 ? numbered : ''}
    CREATE TABLE session_pending_inputs (seq INTEGER PRIMARY KEY, session_key TEXT NOT NULL, session_id TEXT NOT NULL,
      state TEXT NOT NULL) STRICT;`
}

/** The rows of the search by number, and the triggers of schema 21. */
const numbered = `
    CREATE TABLE session_transcript_fts_rows (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, message_id TEXT) STRICT;
    CREATE INDEX fts_rows ON session_transcript_fts_rows(session_id, message_id);
    CREATE TRIGGER session_transcript_fts_rows_after_delete AFTER DELETE ON session_transcript_fts_rows BEGIN
      DELETE FROM session_transcript_fts WHERE rowid = OLD.id; END;
    CREATE TABLE session_canonical_validation_pending (session_key TEXT NOT NULL PRIMARY KEY) STRICT;
    CREATE TRIGGER session_windows_canonical_pending_after_update AFTER UPDATE OF session_id, session_key
      ON session_windows WHEN OLD.session_id IS NOT NEW.session_id OR OLD.session_key IS NOT NEW.session_key BEGIN
      SELECT raise(ABORT, 'no session is renamed here'); END;`
