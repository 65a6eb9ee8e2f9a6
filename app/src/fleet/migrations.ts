/**
 * The steps from an empty schema to the newest one, forward only: a step that was released never changes.
 *
 * Numbers of revisions are given by the writer, so that two writers of one number collide.
 */
export const migrations: readonly string[] = [
  `
  create table mortise.revisions (
    revision integer primary key,
    text text not null,
    name text not null,
    reason text not null,
    author text not null,
    at timestamptz not null default now(),
    restores integer
  );
  create table mortise.nodes (
    id integer generated always as identity primary key,
    name text not null,
    role text not null,
    version text not null,
    revision integer,
    refused integer,
    mistakes text[] not null default '{}',
    workers text[] not null default '{}',
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  );
  create index on mortise.nodes (name, role);
  create table mortise.runs (
    run text primary key,
    kind text not null,
    revision integer,
    errand jsonb not null,
    reason text not null default '',
    author text not null default '',
    asked_at timestamptz not null default now(),
    cancelled_at timestamptz
  );
  create table mortise.plans (
    run text not null references mortise.runs on delete cascade,
    source text not null,
    node text,
    error text,
    done_at timestamptz,
    primary key (run, source)
  );
  create table mortise.shards (
    run text not null references mortise.runs on delete cascade,
    source text not null,
    shard integer not null,
    node text,
    work jsonb not null,
    sessions integer not null,
    bytes bigint not null default 0,
    state text not null default 'waiting',
    changed integer not null default 0,
    untouched integer not null default 0,
    skipped integer not null default 0,
    failed integer not null default 0,
    told jsonb not null default '[]',
    failures integer not null default 0,
    tries integer not null default 0,
    error text,
    begun_at timestamptz,
    done_at timestamptz,
    primary key (run, source, shard)
  );
  create table mortise.images (
    run text not null,
    source text not null,
    shard integer not null,
    session text not null,
    place text not null,
    whole text not null,
    before text not null,
    after text,
    state text not null default 'planned',
    primary key (run, source, session, place)
  );
  create index on mortise.images (run, source, shard);
  create table mortise.bindings (
    id bigint generated always as identity primary key,
    client text not null,
    note jsonb not null,
    at timestamptz not null default now()
  );
  create index on mortise.bindings (at);
  create table mortise.audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    node text not null,
    request text not null,
    client text not null,
    route text not null,
    upstream text not null,
    format text not null,
    action text not null,
    findings jsonb not null
  );
  create index on mortise.audit (at);
  `,
  `
  create table mortise.seal (
    one boolean primary key default true check (one),
    key bytea not null
  );
  alter table mortise.runs add column forgotten_at timestamptz;
  `,
]
