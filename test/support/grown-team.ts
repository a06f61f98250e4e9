/**
 * A team with years behind it, for tests inside workerd: rows written by SQL, one statement a table, so that a walk through all of a team's rows shows in
 * what the database says it read. What the statements leave out, and the tables demand, is filled by its type.
 */
import { DEFAULT_POLICY } from "../../src/team/api/policy.ts";
import { testEnv } from "./worker.ts";

/** Rows of each kind. */
const MANY = 4_000;
/** Approvals and notifications that still wait. */
const WAITING = 120;
const FOLDERS = 40;
const PROJECTS = 60;

/** Ids of what is asked for one by one. */
export const GROWN = {
  number: "+14122000007",
  busiest: "+14125550142",
  contact: "contact_7",
  conversation: "sms:+14122000007",
  run: `run_${MANY - 7}`,
  approval: `approval_${MANY - 3}`,
  project: "project_1",
  task: "task_1",
  entity: "entity_7",
  source: "source_1",
  item: "item_7",
  folder: "areas/topic-7",
  form: "form_1",
} as const;

/** An SQL expression over `i`, counted from 0. */
type Columns = Readonly<Record<string, string>>;

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const json = (value: unknown): string => text(JSON.stringify(value));
const phone = "printf('+1412%07d', 2000000 + i)";
const day = (count: number): string =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - 60 - (${count} - i) * 3600, 'unixepoch')`;
const dueDay = "date('now', printf('+%d days', i % 90 - 45))";
const stages = `json_extract(${json(DEFAULT_POLICY.accountStages.map(({ stage }) => stage))}, '$[' || (i % ${DEFAULT_POLICY.accountStages.length}) || ']')`;
const words = "'water heat boiler ' || i || ' lease tenant inspection valve ' || (i * 7 % 1000)";
/** Thirteen first names and forty last ones. */
const first = "substr('mariajamesnoriaprivacamilroberaminwalteinesotomaslenaavikto', 1 + 5 * (i % 13), 5)";
const last = "'lo' || char(97 + i % 20, 97 + i % 2 + i / 2000) || 'ez'";
const whole = `${first} || ' ' || ${last} || ' ' || i`;
const name = whole;

/** What is written: the table, how many rows, and what is in them. */
function tables(file: Columns): readonly (readonly [table: string, rows: number, columns: Columns])[] {
  const at = day(MANY);
  const waits = `i >= ${MANY - WAITING}`;
  const record = { id: "''", version: "1", move_id: "'m'", created_at: at, updated_at: at };
  const of = (prefix: string): Columns => ({ ...record, id: `'${prefix}_' || i` });
  const inProject = { project_id: text(GROWN.project) };
  const author = json({ kind: "user", id: "user_demo_dana", name: "Dana Whitfield" });
  const path = `'areas/topic-' || (i % ${FOLDERS}) || '/file-' || i || '.md'`;
  return [
    [
      "contacts",
      MANY,
      {
        id: "'contact_' || i",
        connection_id: "'quo'",
        first_name: first,
        last_name: last,
        name,
        sort_name: whole,
        role: "'Resident, unit ' || (i % 400)",
        numbers: `json_array(json_object('label', 'Mobile', 'number', ${phone}))`,
        emails: "json_array('person' || i || '@mail.example')",
        seen_at: at,
      },
    ],
    ["contact_keys", MANY, { key: phone, contact_id: "'contact_' || i" }],
    ["contact_words", MANY, { word: first, contact_id: "'contact_' || i" }],
    ["contact_words", MANY, { word: last, contact_id: "'contact_' || i" }],
    [
      "texts",
      MANY,
      {
        id: "'text_' || i",
        connection_id: "'quo'",
        direction: "iif(i % 3 = 0, 'outgoing', 'incoming')",
        line_number: "'+14125550100'",
        contact_number: `iif(i % 20 = 0, ${text(GROWN.busiest)}, ${phone})`,
        text: words,
        attachments: "0",
        at,
        fingerprint: "'f' || i",
        received_at: at,
        state: "'recorded'",
        attempts: "0",
      },
    ],
    [
      "text_threads",
      MANY,
      {
        number: phone,
        line: "'+14125550100'",
        status: "iif(i % 3 = 0, 'open', 'done')",
        active_at: at,
        last_at: at,
        last_direction: "'incoming'",
        last_words: words,
        revision: "1",
      },
    ],
    [
      "calls",
      MANY,
      {
        id: "'call_' || i",
        connection_id: "'quo'",
        direction: "'incoming'",
        contact_number: phone,
        at,
        duration_seconds: "60",
        received_at: at,
        state: "'recorded'",
        attempts: "0",
      },
    ],
    [
      "mails",
      MANY,
      {
        mailbox: "'office@alderfinch.example'",
        id: "'mail_' || i",
        connection_id: "'google'",
        thread_id: "'thread_' || (i >> 1)",
        direction: "'incoming'",
        from_name: name,
        from_address: "iif(i % 2, 'person' || i || '@mail.example', 'office@alderfinch.example')",
        to_addresses: "json_array(iif(i % 2, 'office@alderfinch.example', 'person' || i || '@mail.example'))",
        cc_addresses: "'[]'",
        subject: words,
        text: words,
        attachments: "'[]'",
        at,
        received_at: at,
        fingerprint: "'m' || i",
        state: "'recorded'",
      },
    ],
    [
      "conversations",
      MANY,
      {
        id: `'sms:' || ${phone}`,
        title: name,
        source: "'sms'",
        status: "'idle'",
        unread: "i % 7 = 0",
        preview: words,
        created_at: at,
        last_message_at: at,
        version: "1",
      },
    ],
    [
      "runs",
      MANY,
      {
        id: "'run_' || i",
        conversation_id: `'sms:' || ${phone}`,
        agent: "'steward'",
        model: "'m'",
        trigger: "'message'",
        started_by: "'Dana Whitfield'",
        status: "'finished'",
        stop_reason: "'end_turn'",
        started_at: at,
        finished_at: at,
        day: `substr(${at}, 1, 10)`,
        preview: words,
      },
    ],
    ["run_traces", MANY, { run_id: "'run_' || i", part: "0", at, steps: "'[]'" }],
    ["skill_uses", MANY, { run_id: "'run_' || i", skill_id: "'greeting'", name: "'Greeting'", at }],
    [
      "approvals",
      MANY,
      {
        id: "'approval_' || i",
        conversation_id: `'sms:' || ${phone}`,
        conversation_title: name,
        turn_id: "'run_' || i",
        run_id: "'run_' || i",
        agent: "'steward'",
        tool_call_id: "'call_' || i",
        tool: "'send_message'",
        title: "'Text to Maria ' || i",
        target: name,
        thread_key: `'sms:' || ${phone}`,
        status: `iif(${waits}, 'pending', 'done')`,
        proposed_arguments: "'{}'",
        final_arguments: "'{}'",
        proposed_effects: "'[]'",
        lints: "'[]'",
        evidence: "'[]'",
        preconditions: "'[]'",
        rule: "'external.default'",
        expires_at: "'2099-01-01T00:00:00.000Z'",
        created_at: `iif(${waits}, strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - 90 * 86400 + i, 'unixepoch'), ${at})`,
        updated_at: at,
      },
    ],
    [
      "notifications",
      MANY,
      {
        id: "'notification_' || i",
        dedupe_key: "'n' || i",
        kind: "'approval'",
        subject_id: "'approval_' || i",
        title: name,
        body: words,
        url: "'/approvals'",
        created_at: at,
        resolved_at: `iif(${waits}, null, ${at})`,
        resolution: `iif(${waits}, null, 'done')`,
      },
    ],
    [
      "audit",
      MANY,
      {
        id: "'audit_' || i",
        at,
        actor_kind: "'user'",
        actor_id: "'user_demo_dana'",
        actor_name: "'Dana Whitfield'",
        action: "'file.created'",
        subject_kind: "'file'",
        subject_id: "'f'",
        sentence: words,
      },
    ],
    [
      "events",
      MANY,
      {
        seq: "null",
        id: "'event_' || i",
        type: "'conversations.run.finished'",
        at: "strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - i * 60, 'unixepoch')",
        actor_kind: "'system'",
        actor_id: "'steward'",
        payload: "'{}'",
        open: "0",
      },
    ],
    [
      "workspace_folders",
      FOLDERS,
      { path_key: "'areas/topic-' || i", path: "'areas/topic-' || i", folder: "'areas'", created_at: at },
    ],
    ["workspace_folders", 1, { path_key: "'areas'", path: "'areas'", folder: "''", created_at: at }],
    [
      "workspace_files",
      MANY,
      {
        sha256: file["sha256"] ?? "''",
        size_bytes: file["size_bytes"] ?? "0",
        id: "'file_' || i",
        path,
        path_key: path,
        folder: `'areas/topic-' || (i % ${FOLDERS})`,
        etag: "'version_' || i",
        version: "1",
        created_at: at,
        updated_at: at,
        deleted_at: `iif(i % 10 = 9, ${at}, null)`,
        deletion_id: "iif(i % 10 = 9, 'deletion_' || i, null)",
        author,
      },
    ],
    [
      "workspace_versions",
      MANY,
      {
        id: "'version_' || i",
        file_id: "'file_' || i",
        version: "1",
        change: "'created'",
        path,
        sha256: file["sha256"] ?? "''",
        size_bytes: file["size_bytes"] ?? "0",
        author,
        run_id: "'run_' || i",
        at,
      },
    ],
    [
      "workspace_words",
      MANY,
      { file_id: "'file_' || i", etag: "'version_' || i", words: file["words"] ?? "''" },
    ],
    [
      "projects",
      PROJECTS,
      {
        ...of("project"),
        name: "'Project ' || i",
        status: "'active'",
        scope_alert_percent: "10",
        tasks_total: `${MANY}`,
        tasks_done: "0",
      },
    ],
    [
      "tasks",
      MANY,
      {
        ...of("task"),
        ...inProject,
        title: words,
        status:
          "case i % 6 when 0 then 'created' when 1 then 'in_progress' when 2 then 'blocked' when 3 then 'in_review' when 4 then 'completed' else 'cancelled' end",
        priority: "'medium'",
        due_date: dueDay,
        sort_order: "i * 1000",
        client_visible: "0",
        status_changed_at: at,
        assignee_ids: json(["user_demo_dana"]),
        tag_ids: "'[]'",
        depends_on: "'[]'",
        fields: "'{}'",
        created_by_kind: "'user'",
        created_by_id: "'user_demo_dana'",
      },
    ],
    [
      "task_assignments",
      MANY,
      { task_id: "'task_' || i", user_id: "'user_demo_dana'", ...inProject, open: "i % 6 < 4", due: dueDay },
    ],
    [
      "baseline_tasks",
      MANY,
      {
        ...inProject,
        at: "'2026-01-01T00:00:00.000Z'",
        task_id: "'task_' || i",
        title: words,
        priority: "'medium'",
      },
    ],
    [
      "comments",
      MANY,
      {
        ...of("comment"),
        ...inProject,
        task_id: text(GROWN.task),
        author_kind: "'user'",
        author_id: "'user_demo_dana'",
        author_name: "'Dana Whitfield'",
        body: words,
        mentions: "'[]'",
      },
    ],
    [
      "checklist_items",
      90,
      {
        ...of("check"),
        ...inProject,
        task_id: text(GROWN.task),
        checklist: "'List'",
        title: words,
        sort_order: "i",
      },
    ],
    [
      "project_changes",
      MANY,
      {
        id: "'change_' || i",
        ...inProject,
        entity: "'task'",
        entity_id: "'task_' || i",
        label: words,
        action: "'updated'",
        version: "2",
        before: "'{}'",
        after: "'{}'",
        actor_kind: "'user'",
        actor_id: "'user_demo_dana'",
        actor_name: "'Dana Whitfield'",
        at,
      },
    ],
    [
      "status_changes",
      MANY,
      { id: "'status_' || i", task_id: "'task_' || i", ...inProject, to_status: "'in_progress'", at },
    ],
    [
      "project_documents",
      MANY,
      {
        ...of("document"),
        ...inProject,
        title: words,
        kind: "'note'",
        path: "'projects/' || i || '.md'",
        created_by: "'user_demo_dana'",
      },
    ],
    [
      "project_agent_runs",
      MANY,
      {
        id: "'agent_run_' || i",
        ...inProject,
        agent: "'risk-predictor'",
        status: "'done'",
        trigger: "'schedule'",
        input: "'{}'",
        attempts: "1",
        output: "null",
        created_at: at,
        finished_at: at,
      },
    ],
    [
      "forms",
      MANY,
      {
        ...of("form"),
        ...inProject,
        title: words,
        fields: json([
          { key: "a", label: "A", type: "text", required: false, options: [], becomes: "title" },
        ]),
        assignee_ids: "'[]'",
        enabled: "1",
      },
    ],
    [
      "form_submissions",
      MANY,
      {
        id: "'submission_' || i",
        form_id: text(GROWN.form),
        ...inProject,
        task_id: "'task_' || i",
        answers: "'{}'",
        by_id: "'user_demo_dana'",
        by_name: "'Dana Whitfield'",
        at,
      },
    ],
    [
      "goals",
      MANY,
      {
        ...of("goal"),
        ...inProject,
        title: words,
        measure: "'number'",
        target: "10",
        current: "1",
        unit: "''",
        task_ids: "'[]'",
      },
    ],
    [
      "automation_rules",
      MANY,
      {
        ...of("rule"),
        ...inProject,
        name: words,
        event: "'task.created'",
        conditions: "null",
        actions: json([{ type: "comment", body: "Done" }]),
        enabled: "0",
      },
    ],
    [
      "custom_field_definitions",
      MANY,
      { ...of("field"), ...inProject, name: words, type: "'text'", options: "'[]'", sort_order: "i" },
    ],
    [
      "saved_views",
      MANY,
      {
        ...of("view"),
        ...inProject,
        owner_id: "'user_demo_dana'",
        name: words,
        shared: "1",
        settings: json({ layout: "list", filter: {}, sort: null, group: null, columns: [] }),
      },
    ],
    ["tags", MANY, { ...of("tag"), name: "'tag ' || i", color: "'gray'" }],
    ["rates", MANY, { ...of("rate"), role: "'role ' || i", per_hour: "10", currency: "'USD'" }],
    [
      "entities",
      MANY,
      {
        id: "'entity_' || i",
        key: `'name:' || ${whole}`,
        type: "'person'",
        name,
        sort_name: whole,
        emails: "'[]'",
        phones: "'[]'",
        root_id: "'entity_' || i",
        is_loose: "0",
      },
    ],
    ["entity_words", MANY, { word: first, entity_id: "'entity_' || i" }],
    ["entity_words", MANY, { word: whole, entity_id: "'entity_' || i" }],
    ["entity_words", MANY, { word: last, entity_id: "'entity_' || i" }],
    [
      "mentions",
      MANY,
      { entity_id: text(GROWN.entity), kind: "'document'", item_id: "'item_' || i", role: "'named'", at },
    ],
    [
      "knowledge_sources",
      1,
      {
        id: text(GROWN.source),
        connection_id: "'google'",
        vendor: "'google'",
        kind: "'document'",
        person: "'dana@alderfinch.example'",
        window_days: "0",
        state: "'waiting'",
        pass: "1",
        is_whole: "1",
        done: `${MANY}`,
        items: `${MANY}`,
        created_by_name: "'Dana Whitfield'",
        created_at: at,
        visibility: "'team'",
        due_at: "null",
      },
    ],
    [
      "knowledge_items",
      MANY,
      {
        id: "'item_' || i",
        source_id: text(GROWN.source),
        kind: "'document'",
        external_id: "'x' || i",
        title: words,
        at,
        link: "'https://example.com'",
        people: "'[]'",
        facts: "'[]'",
        characters: "100",
        read_at: at,
      },
    ],
    [
      "accounts",
      MANY,
      {
        id: "10000 + i",
        number: "10000 + i",
        name: "'Lakeside Care ' || i",
        sort_name: "'lakeside care ' || i",
        stage: stages,
        insurance_types: "'[]'",
        next_steps: "'[]'",
        entries: "0",
        created_at: at,
        updated_at: at,
        last_contact_at: at,
      },
    ],
    ["account_words", MANY, { word: "'lakeside'", account_id: "10000 + i" }],
    [
      "account_sources",
      MANY,
      {
        account_id: "'10007'",
        id: "'sources/emails/2026-01-01-' || i",
        kind: "'email'",
        item: "'mail_' || i",
        party: "'person@mail.example'",
        direction: "'incoming'",
        at,
        filed_at: at,
        failures: "0",
      },
    ],
    [
      "examples",
      MANY,
      {
        id: "'example_' || i",
        approval_id: "'approval_' || i",
        agent: "'steward'",
        tool: "'send_message'",
        verdict: "'edited'",
        asked: json(["Hello"]),
        people: "'[]'",
        proposed: "'{}'",
        wanted: "'{}'",
        kept_by: "'user_demo_dana'",
        created_at: at,
      },
    ],
    [
      "reply_templates",
      40,
      {
        id: "'template_' || i",
        name: "'Template ' || i",
        words,
        updated_by_name: "'Dana Whitfield'",
        updated_at: at,
      },
    ],
    ["settings", 1, { version: "1", policy: json(DEFAULT_POLICY), updated_by: "'test'", updated_at: at }],
  ];
}

/** Makes a team grown. `file` is the row of a file that the product has written: all others hold the same. */
export async function growTeam(tenantId: string): Promise<void> {
  const [file] = (
    await testEnv.DB.prepare(
      "select sha256, size_bytes, words from workspace_files f join workspace_words w on w.tenant_id = f.tenant_id and w.file_id = f.id where f. tenant_id = ? and path = 'MEMORY.md'",
    )
      .bind(tenantId)
      .all<{ sha256: string; size_bytes: number; words: string }>()
  ).results;
  if (file === undefined) throw new Error("the team has no file");
  for (const [table, rows, columns] of tables({
    sha256: text(file.sha256),
    size_bytes: String(file.size_bytes),
    words: text(file.words),
  }))
    await insertMany(tenantId, table, rows, columns);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      "update workspace_state set files = (select count(*) from workspace_files f where f.tenant_id = workspace_state.tenant_id and f.deleted_at is null), names_version = names_version + 1 where tenant_id = ?",
    ).bind(tenantId),
    // The uses are of the skill that stands there.
    testEnv.DB.prepare(
      "update skill_uses set skill_id = (select id from workspace_files f where f.tenant_id = skill_uses.tenant_id and f.path = 'skills/greeting/SKILL.md') where tenant_id = ?",
    ).bind(tenantId),
    testEnv.DB.prepare(
      "update projects set task_counts = (select json_group_object(status, there) from (select status, count(*) as there from tasks group by status)) where id = ?",
    ).bind(GROWN.project),
    testEnv.DB.prepare("update projects set board_counts = task_counts where id = ?").bind(GROWN.project),
    testEnv.DB.prepare("update projects set baseline_at = '2026-01-01T00:00:00.000Z' where id = ?").bind(
      GROWN.project,
    ),
  ]);
}

async function insertMany(tenantId: string, table: string, rows: number, columns: Columns): Promise<void> {
  const { results } = await testEnv.DB.prepare(
    `select name, type, "notnull" as needed, dflt_value as preset from pragma_table_info(?)`,
  )
    .bind(table)
    .all<{ name: string; type: string; needed: number; preset: string | null }>();
  const full: Record<string, string> = { ...columns, tenant_id: text(tenantId) };
  for (const { name: column, type, needed, preset } of results)
    if (needed === 1 && preset === null) full[column] ??= type.toLowerCase() === "text" ? "''" : "0";
  const names = Object.keys(full);
  await testEnv.DB.prepare(
    `insert or ignore into ${table} (${names.map((one) => `"${one}"`).join(", ")})
     with recursive counted(i) as (select 0 union all select i + 1 from counted where i < ${rows - 1})
     select ${names.map((one) => full[one]).join(", ")} from counted`,
  ).run();
}
