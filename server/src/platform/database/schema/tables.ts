// Written by `npm run schema` from the migrated database: do not edit.
import type { Generated, GeneratedAlways } from 'kysely';
import type { CalendarDate, Instant, InstantByDefault, InstantOrNull } from './column-types.ts';

/** Every table as the database describes it. */
export interface Tables {
  accounts: {
    balance_cents: Generated<number | null>;
    closed_at: InstantOrNull;
    id: string;
    kind: 'reservation' | 'stored_value' | 'hand' | 'office' | 'clearing' | 'unknown' | 'kept' | 'seller';
    name: Generated<string | null>;
    opened_at: InstantByDefault;
  };
  allotments: {
    coupon_id: Generated<string | null>;
    created_at: InstantByDefault;
    ended_at: InstantOrNull;
    ends_at: Instant;
    id: string;
    places: number;
    seller_id: Generated<string | null>;
    trip_id: string;
  };
  answers: {
    participant_id: Generated<string | null>;
    question_id: string;
    reservation_id: string;
    updated_at: InstantByDefault;
    value: unknown;
  };
  audit_entries: {
    action: string;
    actor_id: Generated<string | null>;
    actor_name: string;
    actor_role: Generated<string | null>;
    address: string;
    at: InstantByDefault;
    changes: Generated<unknown>;
    device: string;
    id: string;
    link_made_by: Generated<string | null>;
    request_id: string;
    search_text: GeneratedAlways<string | null>;
    subject_id: string;
    subject_label: string;
    subject_type: string;
  };
  backup_runs: {
    details: Generated<unknown>;
    finished_at: InstantOrNull;
    id: string;
    kind: 'base' | 'proof' | 'archive';
    notified_at: InstantOrNull;
    number: Generated<string>;
    started_at: InstantByDefault;
    succeeded: Generated<boolean>;
  };
  billing_details: {
    address: Generated<string>;
    name: Generated<string>;
    reservation_id: string;
    tax_id: Generated<string>;
    updated_at: InstantByDefault;
  };
  boarding_taps: {
    clock_offset_ms: string;
    decided_at: Instant;
    decision: 'boarded' | 'missed' | 'undone';
    device_id: string;
    guide_link_id: Generated<string | null>;
    id: string;
    participant_id: string;
    reason: Generated<string | null>;
    recorded_at: InstantByDefault;
    recorded_by: Generated<string | null>;
    seen_at: InstantOrNull;
    tapped_at: Instant;
    trip_id: string;
  };
  calendar_addresses: {
    made_at: InstantByDefault;
    token_hash: string;
    user_id: string;
  };
  card_reviews: {
    amount_cents: number;
    changed_at: Instant;
    charge_id: string;
    is_open: boolean;
    provider: string;
    reference: string;
    seen_at: InstantByDefault;
  };
  chargebacks: {
    amount_cents: number;
    answer_by: Generated<CalendarDate | null>;
    checked_at: InstantOrNull;
    checked_by: Generated<string | null>;
    decision_by: Generated<CalendarDate | null>;
    entry_id: Generated<string | null>;
    id: string;
    is_settled: Generated<boolean>;
    kind: 'card' | 'med_fraud' | 'med_operational' | 'med' | 'unfit';
    noticed_at: InstantByDefault;
    payment_entry: string;
    provider: string;
    reference: string;
  };
  charges: {
    address: Generated<string | null>;
    adjustment_cents: Generated<number>;
    amount_cents: number;
    created_at: InstantByDefault;
    created_by: Generated<string | null>;
    due_on: Generated<CalendarDate | null>;
    expires_at: InstantOrNull;
    gift_card_id: Generated<string | null>;
    id: string;
    kind: Generated<'pix' | 'card' | 'manual'>;
    noticed_at: InstantOrNull;
    participant_id: Generated<string | null>;
    payload: Generated<string | null>;
    provider: string;
    provider_state: Generated<'wanted' | 'active' | 'withdrawn' | null>;
    purpose: 'deposit' | 'balance' | 'full' | 'extra';
    reference: string;
    reservation_id: Generated<string | null>;
    state: Generated<'open' | 'paid' | 'replaced' | 'cancelled' | 'expired'>;
    updated_at: InstantByDefault;
  };
  chat_contacts: {
    bsuid: Generated<string | null>;
    created_at: InstantByDefault;
    id: string;
    name: Generated<string>;
    phone: Generated<string | null>;
    stopped_at: InstantOrNull;
    unreachable_at: InstantOrNull;
  };
  chat_sentences: {
    created_at: InstantByDefault;
    created_by: Generated<string | null>;
    id: string;
    reading: 'person' | 'departures' | 'boarding' | 'payment';
    sentence: string;
    series_id: Generated<string | null>;
    spoken: string;
  };
  commission_rules: {
    ended_at: InstantOrNull;
    id: string;
    kind: 'percent_of_fares' | 'percent_of_received' | 'amount_per_person';
    seller_id: Generated<string | null>;
    series_id: Generated<string | null>;
    since: InstantByDefault;
    trip_id: Generated<string | null>;
    value: number;
  };
  commission_statement_entries: {
    statement_id: string;
    transfer_id: string;
  };
  commission_statements: {
    carried_cents: number;
    closed_at: Instant;
    closed_by: string;
    content: string;
    entries: number;
    hash: string;
    id: string;
    month: string;
    number: number;
    previous_hash: Generated<string | null>;
    seller_id: string;
    total_cents: number;
  };
  connections: {
    account: string;
    connected_at: InstantByDefault;
    connected_by: Generated<string | null>;
    expires_at: InstantOrNull;
    key_id: string;
    kind: string;
    name: string;
    notified_days: Generated<number | null>;
    problem: Generated<string>;
    retired_at: InstantOrNull;
    sealed: Buffer;
    shown: unknown;
  };
  contract_acceptances: {
    accepted_at: InstantByDefault;
    accepted_by: string;
    address: string;
    channel: 'account' | 'link' | 'phone';
    field_values: unknown;
    reservation_id: string;
    user_id: Generated<string | null>;
    version: string;
  };
  contract_texts: {
    since: InstantByDefault;
    text: string;
    version: string;
  };
  conversation_media: {
    content_type: Generated<string>;
    created_at: InstantByDefault;
    file_name: Generated<string>;
    id: string;
    message_id: string;
    provider_id: string;
    receipt_id: Generated<string | null>;
    size_bytes: Generated<number | null>;
    state: Generated<'wanted' | 'stored' | 'refused'>;
    storage_key: Generated<string | null>;
  };
  conversation_messages: {
    about: Generated<string>;
    arrival: Generated<string | null>;
    at: InstantByDefault;
    claimed_at: InstantOrNull;
    content: Generated<unknown>;
    conversation_id: string;
    cost_hundredths: Generated<number>;
    direction: 'in' | 'out' | 'echo';
    error_code: Generated<number | null>;
    fallback: Generated<unknown>;
    fell_back_to: Generated<'email' | 'staff' | null>;
    followed_at: InstantOrNull;
    id: string;
    is_billed: Generated<boolean | null>;
    kind: string;
    pricing_category: Generated<string>;
    reservation_id: Generated<string | null>;
    sent_by: Generated<string | null>;
    status: string;
    status_at: InstantByDefault;
    text: Generated<string>;
    tries: Generated<number>;
    wamid: Generated<string | null>;
  };
  conversations: {
    assignee_id: Generated<string | null>;
    contact_id: string;
    created_at: InstantByDefault;
    id: string;
    last_message_at: InstantOrNull;
    open_until: InstantOrNull;
    person_answered_at: InstantOrNull;
    reservation_id: Generated<string | null>;
    seen_at: InstantOrNull;
    state: Generated<'waiting' | 'answered' | 'closed'>;
    typing_by: Generated<string | null>;
    typing_until: InstantOrNull;
  };
  coupons: {
    code: string;
    created_at: InstantByDefault;
    discounted_cents: Generated<number>;
    effect: 'percent' | 'amount' | 'fixed';
    fare_labels: Generated<string[]>;
    first_only: Generated<boolean>;
    id: string;
    is_active: Generated<boolean>;
    max_discount_cents: Generated<number | null>;
    max_uses: Generated<number | null>;
    max_uses_per_client: Generated<number | null>;
    min_people: Generated<number>;
    min_total_cents: Generated<number>;
    places_set_aside: Generated<number | null>;
    seller_id: Generated<string | null>;
    set_aside_until: InstantOrNull;
    tag: Generated<string>;
    trip_ids: Generated<string[]>;
    uses: Generated<number>;
    valid_from: InstantOrNull;
    valid_until: InstantOrNull;
    value: number;
  };
  crew_days_off: {
    first_day: CalendarDate;
    last_day: CalendarDate;
    member_id: string;
  };
  crew_members: {
    archived_at: InstantOrNull;
    created_at: InstantByDefault;
    id: string;
    is_driver: boolean;
    is_guide: boolean;
    name: Generated<string | null>;
    phone: Generated<string | null>;
    user_id: Generated<string | null>;
    version: Generated<number>;
    weekdays: Generated<number[]>;
  };
  data_exports: {
    created_at: InstantByDefault;
    expires_at: InstantOrNull;
    failures: Generated<number>;
    id: string;
    requested_by: string;
    token_hash: Generated<string | null>;
    user_id: string;
    with_health: Generated<boolean>;
  };
  discount_rules: {
    benefit: 'percent' | 'amount_each' | 'cheapest_free';
    counted_fares: Generated<string[]>;
    created_at: InstantByDefault;
    id: string;
    is_active: Generated<boolean>;
    label: string;
    lowered_fares: Generated<string[]>;
    min_days_before: Generated<number | null>;
    min_people: Generated<number | null>;
    min_total_cents: Generated<number | null>;
    position: number;
    trip_ids: Generated<string[]>;
    valid_from: InstantOrNull;
    valid_until: InstantOrNull;
    value: number;
  };
  dismissed_lines: {
    dismissed_at: InstantByDefault;
    dismissed_by: string;
    line_key: string;
  };
  erased_counts: {
    count: number;
    day: CalendarDate;
    kind: string;
    last_at: InstantByDefault;
  };
  erasures: {
    erased_at: InstantByDefault;
    id: string;
    subject: 'person' | 'participant';
  };
  final_manifests: {
    content: unknown;
    content_hash: string;
    created_at: InstantByDefault;
    created_by: string;
    erased_at: InstantOrNull;
    id: string;
    people: number;
    trip_id: string;
    version: number;
  };
  first_access_codes: {
    code_hash: string;
    expires_at: Instant;
  };
  fiscal_documents_read: {
    environment: '1' | '2';
    last_number: string;
    tax_id: string;
  };
  fiscal_records: {
    cpf: Generated<string | null>;
    keep_until: CalendarDate;
    name: string;
    user_id: string;
  };
  fiscal_settings: {
    allows_unnamed: boolean;
    approximate_taxes: Generated<number | null>;
    issue_rule: Generated<'by_hand' | 'all_paid' | 'departure' | 'monthly'>;
    municipal_code: string;
    municipal_registration: string;
    municipality: string;
    nbs_code: string;
    only_row: Generated<boolean>;
    operation_indicator: Generated<string>;
    own_percent: number;
    personal_use: Generated<string>;
    rate: Generated<number | null>;
    rule_by: Generated<string | null>;
    rule_since: InstantOrNull;
    series: number;
    service_code: string;
    simples_option: '1' | '2' | '3';
    simples_regime: string;
    special_regime: string;
    tax_class: Generated<string>;
    tax_situation: Generated<string>;
  };
  gift_cards: {
    buyer_email: string;
    buyer_name: string;
    code_hash: string;
    created_at: InstantByDefault;
    generation: Generated<number>;
    id: string;
    last4: string;
    link_hash: string;
    message: Generated<string>;
    recipient_email: Generated<string>;
    recipient_name: Generated<string>;
    request_fingerprint: Generated<string | null>;
    request_key: Generated<string | null>;
    return_checked_at: InstantOrNull;
    return_checked_by: Generated<string | null>;
    returned_at: InstantOrNull;
    returned_cents: Generated<number>;
    send_on: Generated<CalendarDate | null>;
    sent_at: InstantOrNull;
    state: Generated<'awaiting_payment' | 'active' | 'expired' | 'revoked'>;
    unbooked_return_cents: Generated<number>;
    value_cents: number;
  };
  guide_links: {
    created_at: InstantByDefault;
    created_by: string;
    erased_at: InstantOrNull;
    failed_attempts: Generated<number>;
    id: string;
    locked_until: InstantOrNull;
    name: string;
    pin_hash: string;
    revoked_at: InstantOrNull;
    token_hash: string;
    trip_id: string;
  };
  guide_sessions: {
    expires_at: Instant;
    link_id: string;
    token_hash: string;
  };
  idempotency_keys: {
    answer: Generated<unknown>;
    created_at: InstantByDefault;
    fingerprint: string;
    key: string;
    status_code: Generated<number | null>;
    user_id: string;
  };
  import_answers: {
    answer: string;
    kind: string;
    question: string;
  };
  import_effects: {
    before: Generated<unknown>;
    import_id: string;
    is_new: boolean;
    mark: string;
    position: number;
    subject: 'person' | 'trip' | 'reservation' | 'payment';
    subject_id: string;
  };
  import_headers: {
    field: Generated<string | null>;
    header: string;
    kind: string;
  };
  import_rows: {
    cells: string[];
    import_id: string;
    kinds: Generated<unknown>;
    line: number;
    outcome: Generated<'create' | 'update' | 'skip' | 'left_out' | 'ignored'>;
    problems: Generated<unknown>;
  };
  imports: {
    answers: Generated<unknown>;
    applied_at: InstantOrNull;
    columns: string[];
    counts: Generated<unknown>;
    created_at: InstantByDefault;
    created_by: string;
    failure: Generated<string | null>;
    file_id: Generated<string | null>;
    filename: string;
    header_line: number;
    id: string;
    is_hidden: Generated<boolean>;
    kept: Generated<string[]>;
    kind: 'clients' | 'trips' | 'reservations';
    notes: Generated<string[]>;
    questions: Generated<unknown>;
    state: Generated<'open' | 'applying' | 'applied' | 'undoing' | 'undone'>;
    tab: Generated<string>;
  };
  invitations: {
    expires_at: Instant;
    token_hash: string;
    user_id: string;
  };
  invoice_batch_items: {
    batch_id: string;
    by_rule: boolean;
    invoice_id: Generated<string | null>;
    problem: Generated<string>;
    reservation_id: string;
    state: Generated<'waiting' | 'issued' | 'failed'>;
  };
  invoice_batches: {
    created_at: InstantByDefault;
    id: string;
    requested_by: string;
    rule: Generated<'all_paid' | 'departure' | 'monthly' | null>;
  };
  invoice_numbers: {
    environment: '1' | '2';
    last: string;
    municipality: string;
    series: number;
    tax_id: string;
  };
  invoices: {
    id: string;
    issued_on: CalendarDate;
    number: string;
    recorded_at: InstantByDefault;
    recorded_by: string;
    reservation_id: string;
  };
  issued_invoices: {
    access_key: Generated<string | null>;
    amount_cents: number;
    authorised_at: InstantOrNull;
    cancellation: Generated<string | null>;
    cancellation_event: Generated<string | null>;
    cancellation_requested_at: InstantOrNull;
    cancelled_at: InstantOrNull;
    created_at: InstantByDefault;
    declaration: string;
    declaration_id: string;
    description: string;
    environment: '1' | '2';
    id: string;
    look_up_url: Generated<string | null>;
    messages: Generated<unknown>;
    next_try_at: InstantOrNull;
    note: Generated<string | null>;
    note_number: Generated<string | null>;
    number: string;
    payer_name: string;
    payer_tax_id: string;
    replaced_at: InstantOrNull;
    replaces: Generated<string | null>;
    requested_by: string;
    reservation_id: string;
    series: number;
    state: 'sent' | 'authorised' | 'rejected' | 'cancelled' | 'replaced';
    tries: Generated<number>;
  };
  link_requests: {
    asked_at: InstantByDefault;
    decided_at: InstantOrNull;
    decided_by: Generated<string | null>;
    id: string;
    input: Generated<unknown>;
    is_confirmed: Generated<boolean | null>;
    made_by: string;
    name: string;
    person_id: Generated<string | null>;
    reservation_id: string;
  };
  message_wordings: {
    key: string;
    subject: string;
    text: string;
    updated_at: InstantByDefault;
    updated_by: Generated<string | null>;
    version: Generated<number>;
  };
  minor_statements: {
    means: 'account' | 'payer_link' | 'companion_link' | 'phone';
    name: string;
    recorded_by: Generated<string | null>;
    reservation_id: string;
    stated_at: InstantByDefault;
    version: string;
  };
  operator: {
    accent_color: Generated<string>;
    address: Generated<string>;
    balance_due_hours: Generated<number>;
    bank_check_minutes: Generated<number>;
    cadastur: Generated<string>;
    cancellation_policy_html: Generated<string>;
    card_permille: Generated<number>;
    city: Generated<string>;
    client_idle_minutes: Generated<number>;
    cnpj: Generated<string>;
    contact_html: Generated<string>;
    contract_text: Generated<string>;
    email: Generated<string>;
    erase_idle_years: Generated<number | null>;
    has_card_provider: Generated<boolean>;
    has_payment_provider: Generated<boolean>;
    hero_text: Generated<string>;
    hold_minutes: Generated<number>;
    instalment_grace_days: Generated<number>;
    last_moment_minutes: Generated<number>;
    legal_name: Generated<string>;
    list_days: Generated<number>;
    logo_height: Generated<number | null>;
    logo_id: Generated<string | null>;
    logo_width: Generated<number | null>;
    name: string;
    offer_minutes: Generated<number>;
    only_row: Generated<boolean>;
    opening_hours: Generated<string>;
    overdue_release_days: Generated<number>;
    pause_minutes: Generated<number>;
    permissions_notice: Generated<boolean>;
    phone: Generated<string>;
    pix_key: Generated<string>;
    pix_permille: Generated<number>;
    privacy_contact: Generated<string>;
    privacy_controller: Generated<string>;
    provider_issuers: Generated<string[]>;
    provider_names: Generated<string[]>;
    receipt_days: Generated<number>;
    refund_days: Generated<number>;
    releases_overdue: Generated<boolean>;
    request_minutes: Generated<number>;
    require_confirmed_email: Generated<boolean>;
    require_two_factor: Generated<boolean>;
    sells_gift_cards: Generated<boolean>;
    shortest_hold_minutes: Generated<number>;
    social_label: Generated<string>;
    social_url: Generated<string>;
    staff_idle_minutes: Generated<number>;
    state: Generated<string>;
    tagline: Generated<string>;
    time_zone: Generated<string>;
    transfer_hours: Generated<number>;
    unpaid_places: Generated<number>;
    updated_at: InstantByDefault;
    version: Generated<number>;
    whatsapp: Generated<string>;
    withdrawal_days: Generated<number>;
    withdrawal_right: Generated<boolean>;
  };
  participant_links: {
    created_at: InstantByDefault;
    made_by: Generated<string | null>;
    participant_id: string;
    token_hash: string;
  };
  participants: {
    birthdate: Generated<CalendarDate | null>;
    boarded_at: InstantOrNull;
    boarding_point_id: Generated<string | null>;
    companion_id: Generated<string | null>;
    contact: Generated<string | null>;
    cpf: Generated<string | null>;
    created_at: InstantByDefault;
    document_issuer: Generated<string | null>;
    document_number: Generated<string | null>;
    document_type: Generated<string>;
    fare_id: string;
    fare_label: string;
    held_deposit_cents: Generated<number | null>;
    held_until: InstantOrNull;
    id: string;
    is_active: boolean;
    let_go_until: InstantOrNull;
    missed_at: InstantOrNull;
    name: Generated<string>;
    notes: Generated<string | null>;
    position: number;
    removed_at: InstantOrNull;
    reservation_id: string;
    search_text: GeneratedAlways<string | null>;
    seat: Generated<string | null>;
    sort_name: GeneratedAlways<string | null>;
    stands: Generated<boolean>;
    takes_place: boolean;
    trip_id: string;
    trip_vehicle_id: Generated<string | null>;
    updated_at: InstantByDefault;
    user_id: Generated<string | null>;
  };
  privacy_notices: {
    content: unknown;
    since: InstantByDefault;
    version: string;
  };
  privacy_notices_shown: {
    id: Generated<string>;
    participant_id: Generated<string | null>;
    shown_at: InstantByDefault;
    user_id: Generated<string | null>;
    version: string;
  };
  provider_polls: {
    asked_at: InstantOrNull;
    noticed_at: InstantOrNull;
    polled_until: Instant;
    provider: string;
    two_days_at: InstantOrNull;
    week_at: InstantOrNull;
  };
  push_devices: {
    auth: string;
    created_at: InstantByDefault;
    endpoint: string;
    p256dh: string;
    user_id: string;
  };
  rate_limits: {
    attempts: number;
    key: string;
    resets_at: Instant;
  };
  readiness: {
    at: Instant;
    only_row: Generated<boolean>;
  };
  receipts: {
    charge_id: Generated<string | null>;
    content_type: 'image/webp' | 'application/pdf';
    created_at: InstantByDefault;
    file_deleted_at: InstantOrNull;
    id: string;
    is_readable: Generated<boolean>;
    reason: Generated<string>;
    reservation_id: string;
    reviewed_at: InstantOrNull;
    reviewed_by: Generated<string | null>;
    sha256: string;
    size_bytes: number;
    state: Generated<'submitted' | 'accepted' | 'rejected'>;
    submitted_by: string;
    transfer_id: Generated<string | null>;
  };
  refunds: {
    amount_cents: number;
    created_at: InstantByDefault;
    decided_by: Generated<string | null>;
    id: string;
    notified_at: InstantOrNull;
    paid_at: InstantOrNull;
    pix_key: Generated<string>;
    pix_key_changed_at: InstantOrNull;
    pix_key_changed_by: Generated<string | null>;
    promised_for: CalendarDate;
    provider_reference: Generated<string | null>;
    reason: 'cancelled' | 'expired' | 'overpaid';
    reservation_id: string;
    returned_entry: Generated<string | null>;
    state: Generated<'due' | 'sent' | 'paid'>;
  };
  reservation_email_codes: {
    code: Generated<string | null>;
    created_at: InstantByDefault;
    email: string;
    failures: Generated<number>;
    reservation_id: string;
  };
  reservation_emails: {
    about: Generated<unknown>;
    created_at: InstantByDefault;
    id: string;
    kind: string;
    not_by_chat: Generated<'template' | 'budget' | 'number' | 'stopped' | 'undelivered' | null>;
    others: Generated<string[]>;
    recipient: string;
    reservation_id: string;
    settled_at: InstantOrNull;
    state: Generated<'queued' | 'sent' | 'failed' | 'needless' | 'discarded' | 'by_whatsapp'>;
    subject: string;
  };
  reservation_lines: {
    created_at: InstantByDefault;
    created_by: Generated<string | null>;
    ended_at: InstantOrNull;
    id: string;
    is_refundable: Generated<boolean>;
    kind: string;
    label: string;
    participant_id: Generated<string | null>;
    quantity: Generated<number>;
    reservation_id: string;
    source_id: string;
    unit_cents: number;
  };
  reservation_link_attempts: {
    failures: Generated<number>;
    locked_until: InstantOrNull;
    reservation_id: string;
  };
  reservation_link_devices: {
    auth: string;
    created_at: InstantByDefault;
    endpoint: string;
    p256dh: string;
    reservation_id: string;
  };
  reservation_link_proofs: {
    code: Generated<string | null>;
    created_at: InstantByDefault;
    email: string;
    failures: Generated<number>;
    reservation_id: string;
  };
  reservation_links: {
    created_at: InstantByDefault;
    made_by: Generated<string | null>;
    reservation_id: string;
    token_hash: string;
  };
  reservation_notes: {
    author_id: string;
    created_at: InstantByDefault;
    edited_at: InstantOrNull;
    id: string;
    reservation_id: string;
    text: string;
  };
  reservation_rooms: {
    created_at: InstantByDefault;
    id: string;
    position: number;
    reservation_id: string;
    room_type_id: string;
    share: Generated<'women' | 'men' | 'any' | null>;
    share_with: Generated<string | null>;
    single_at: InstantOrNull;
    warned_at: InstantOrNull;
  };
  reservation_state_transitions: {
    from_state: string;
    to_state: string;
  };
  reservation_states: {
    holds_places: boolean;
    state: string;
  };
  reservation_tags: {
    created_at: InstantByDefault;
    created_by: string;
    id: string;
    key: GeneratedAlways<string>;
    label: string;
    position: number;
    reservation_id: string;
  };
  reservations: {
    accepted_at: InstantOrNull;
    acknowledged_at: InstantOrNull;
    answered_at: InstantOrNull;
    answered_by: Generated<string | null>;
    cancellation_reason: Generated<string>;
    cancelled_at: InstantOrNull;
    cancelled_by: Generated<string | null>;
    card_review_at: InstantOrNull;
    card_review_cents: Generated<number>;
    channel: string;
    choose_until: InstantOrNull;
    client_network: Generated<string | null>;
    clock_stopped_at: InstantOrNull;
    code: string;
    commission_rule: Generated<unknown>;
    coupon_id: Generated<string | null>;
    created_at: InstantByDefault;
    credited_cents: Generated<number>;
    deposit_cents: number;
    first_touch: Generated<unknown>;
    guide_cents: Generated<number>;
    has_rooms: Generated<boolean>;
    hold_expires_at: InstantOrNull;
    hold_warned_at: InstantOrNull;
    id: string;
    instalment_reminded_at: InstantOrNull;
    instalment_reminder: Generated<string | null>;
    instalments: Generated<unknown>;
    is_active: GeneratedAlways<boolean>;
    last_touch: Generated<unknown>;
    left_trips: Generated<string[]>;
    moved_at: InstantOrNull;
    places: Generated<number>;
    policy: Generated<unknown>;
    receipt_submitted_at: InstantOrNull;
    received_cents: Generated<number>;
    refund_due_on: Generated<CalendarDate | null>;
    refunded_cents: Generated<number>;
    refusal: Generated<string | null>;
    request_fingerprint: Generated<string | null>;
    request_key: Generated<string | null>;
    requested_at: InstantOrNull;
    retained_cents: Generated<number>;
    seller_id: Generated<string | null>;
    seller_way: Generated<string | null>;
    splits_payment: Generated<boolean>;
    state: string;
    total_cents: number;
    trip_id: string;
    updated_at: InstantByDefault;
    user_id: string;
  };
  review_links: {
    created_at: InstantByDefault;
    reservation_id: string;
    token_hash: string;
  };
  reviews: {
    created_at: InstantByDefault;
    id: string;
    may_publish: Generated<boolean>;
    published_at: InstantOrNull;
    reservation_id: string;
    sentence: Generated<string>;
    stars: number;
    trip_id: string;
    updated_at: InstantByDefault;
  };
  role_grants: {
    created_at: InstantByDefault;
    issuer: string;
    role: 'ADMIN' | 'OPERATOR' | 'GUIDE' | 'CLIENT';
    subject: string;
  };
  room_places: {
    participant_id: string;
    room_id: string;
  };
  rooming_lists: {
    format: 'xlsx' | 'pdf' | 'txt';
    id: string;
    people: unknown;
    sent_at: InstantByDefault;
    sent_by: string;
    trip_id: string;
  };
  sellers: {
    cadastur: Generated<string>;
    code: string;
    contact: Generated<string>;
    created_at: InstantByDefault;
    email: Generated<string>;
    id: string;
    invited_until: InstantOrNull;
    is_active: Generated<boolean>;
    kind: 'person' | 'agency';
    max_unpaid_places: Generated<number>;
    name: string;
    note: Generated<string>;
    pix_key: Generated<string>;
    pix_key_by_seller_at: InstantOrNull;
    tax_id: Generated<string>;
    token_hash: Generated<string | null>;
    user_id: Generated<string | null>;
    version: Generated<number>;
  };
  series_change_dates: {
    before: Generated<unknown>;
    change_id: string;
    changes: Generated<unknown>;
    people: Generated<number>;
    position: number;
    refusal: Generated<string | null>;
    reservations: Generated<number>;
    seen_version: Generated<number | null>;
    state: Generated<'waiting' | 'changed' | 'unchanged' | 'refused'>;
    trip_id: string;
    version: Generated<number | null>;
    version_before: Generated<number | null>;
    waiting: Generated<number>;
  };
  series_changes: {
    accepts_overlap: Generated<boolean>;
    actor: Generated<unknown>;
    created_at: InstantByDefault;
    created_by: Generated<string | null>;
    edited_on: Generated<string | null>;
    fields: unknown;
    id: string;
    message: Generated<string | null>;
    notified_at: InstantOrNull;
    ordinal: Generated<string>;
    payers: Generated<number>;
    series_id: string;
    undoes: Generated<string | null>;
  };
  settlement_reports: {
    cash_exceptions: Generated<unknown>;
    created_at: InstantByDefault;
    created_by: string;
    entries: string[];
    exceptions: Generated<unknown>;
    figures: unknown;
    note: Generated<string>;
    trip_id: string;
  };
  staff_invitations: {
    created_at: InstantByDefault;
    email: Generated<string | null>;
    expires_at: Instant;
    for_hours: Generated<number | null>;
    id: string;
    name: string;
    permissions: Generated<string[] | null>;
    refund_limit_cents: Generated<number | null>;
    role: 'ADMIN' | 'OPERATOR' | 'GUIDE';
    token_hash: Generated<string | null>;
  };
  statement_lines: {
    amount_cents: number;
    charge_reference: Generated<string>;
    description: Generated<string>;
    doubt: Generated<'direction' | 'reversed' | 'repeated' | null>;
    id: string;
    line_key: string;
    occurred_on: CalendarDate;
    payer_name: Generated<string>;
    position: number;
    reference: Generated<string | null>;
    reservation_id: Generated<string | null>;
    state: Generated<'proposed' | 'unmatched' | 'counted' | 'confirmed'>;
    statement_id: string;
    transfer_id: Generated<string | null>;
  };
  statements: {
    created_at: InstantByDefault;
    filename: string;
    format: 'ofx' | 'csv';
    id: string;
    imported_by: string;
    left_out: Generated<unknown>;
    unread_rows: Generated<number>;
  };
  sweep_runs: {
    name: string;
    succeeded_at: Instant;
  };
  transfers: {
    amount_cents: number;
    charge_id: Generated<string | null>;
    commission_of: Generated<string | null>;
    direction: GeneratedAlways<string>;
    fee_cents: Generated<number | null>;
    from_account: string;
    id: string;
    kind:
      | 'deposit'
      | 'balance'
      | 'full'
      | 'extra'
      | 'refund'
      | 'reversal_out'
      | 'reversal_in'
      | 'chargeback'
      | 'sale'
      | 'sale_refund'
      | 'sale_chargeback'
      | 'revocation'
      | 'reissue'
      | 'credit_move'
      | 'cash_report'
      | 'hand_in'
      | 'report_refusal'
      | 'arrival'
      | 'arrival_end'
      | 'penalty'
      | 'penalty_end'
      | 'commission'
      | 'commission_end'
      | 'commission_payment';
    method: Generated<'pix' | 'cash' | 'card' | 'transfer' | 'credit' | 'gift_card' | null>;
    note: Generated<string>;
    occurred_at: InstantByDefault;
    payer_name: Generated<string>;
    provider: Generated<string | null>;
    recorded_at: InstantByDefault;
    recorded_by: Generated<string | null>;
    recorded_via: Generated<'person' | 'provider' | 'system'>;
    records_again: Generated<string | null>;
    reference: Generated<string | null>;
    refund_id: Generated<string | null>;
    reservation_id: GeneratedAlways<string | null>;
    reverses: Generated<string | null>;
    settles_on: Generated<CalendarDate | null>;
    statement_id: Generated<string | null>;
    to_account: string;
  };
  travel_authorizations: {
    content_type: Generated<'image/webp' | 'application/pdf' | null>;
    created_at: InstantByDefault;
    ended_at: InstantOrNull;
    id: string;
    participant_id: string;
    reservation_id: string;
    sent_at: InstantOrNull;
    sha256: Generated<string | null>;
    size_bytes: Generated<number | null>;
    valid_until: Generated<CalendarDate | null>;
  };
  trip_alert_links: {
    alert_id: string;
    token_hash: string;
  };
  trip_alerts: {
    asked_at: InstantByDefault;
    confirmed_at: InstantOrNull;
    email: string;
    id: string;
    name: string;
    phone: Generated<string | null>;
    sent_at: InstantOrNull;
    series_id: string;
    trip_id: string;
  };
  trip_announcements: {
    audience: 'payers' | 'passengers';
    boarding_point_id: Generated<string | null>;
    cancelled_at: InstantOrNull;
    created_at: InstantByDefault;
    created_by: string;
    emails: Generated<number | null>;
    id: string;
    missing_data_only: boolean;
    participant_ids: Generated<string[] | null>;
    people: Generated<number | null>;
    send_at: Instant;
    sent_at: InstantOrNull;
    subject: string;
    text: string;
    trip_id: string;
    unpaid_only: boolean;
  };
  trip_cancellation_choices: {
    email_id: Generated<string | null>;
    is_default: Generated<boolean>;
    moved_to: Generated<string | null>;
    notified_at: InstantByDefault;
    outcome: Generated<'ended' | 'refund' | 'credit' | 'moved' | null>;
    received_cents: number;
    reservation_id: string;
    settled_at: InstantOrNull;
    trip_id: string;
  };
  trip_cancellations: {
    cancelled_at: InstantByDefault;
    cancelled_by: string;
    choose_until: CalendarDate;
    done_at: InstantOrNull;
    notified_at: InstantOrNull;
    reason: string;
    trip_id: string;
  };
  trip_choice_links: {
    created_at: InstantByDefault;
    reservation_id: string;
    token_hash: string;
    trip_id: string;
  };
  trip_contracts: {
    text: string;
    trip_id: string;
  };
  trip_costs: {
    ads: Generated<unknown>;
    guide_cents: Generated<number>;
    meal_cents: Generated<number>;
    other_cents: Generated<number>;
    ticket_cents: Generated<number>;
    trip_id: string;
    updated_at: InstantByDefault;
    vehicle_cents: Generated<number>;
    version: Generated<number>;
  };
  trip_crew: {
    member_id: string;
    role: 'guide' | 'driver';
    trip_id: string;
  };
  trip_extras: {
    choice: Generated<string>;
    description: Generated<string>;
    ended_at: InstantOrNull;
    id: string;
    label: string;
    max_age: Generated<number | null>;
    max_quantity: number;
    min_age: Generated<number | null>;
    min_quantity: Generated<number>;
    per: string;
    position: number;
    price_cents: number;
    refundable: Generated<boolean>;
    sold_until_hours: Generated<number>;
    stock: Generated<number | null>;
    taken: Generated<number>;
    trip_id: string;
  };
  trip_fares: {
    audience: Generated<'public' | 'staff'>;
    id: string;
    label: string;
    max_age: Generated<number | null>;
    min_age: Generated<number | null>;
    position: number;
    price_cents: number;
    takes_place: Generated<boolean>;
    trip_id: string;
  };
  trip_fiscal_settings: {
    municipal_code: Generated<string | null>;
    nbs_code: Generated<string | null>;
    own_percent: Generated<number | null>;
    rate: Generated<number | null>;
    service_code: Generated<string | null>;
    trip_id: string;
  };
  trip_guides: {
    removed_at: InstantOrNull;
    trip_id: string;
    user_id: string;
  };
  trip_images: {
    alt: Generated<string>;
    color: string;
    created_at: InstantByDefault;
    height: number;
    id: string;
    is_card_img: Generated<boolean>;
    position: number;
    trip_id: string;
    width: number;
    widths: number[];
  };
  trip_notice_reservations: {
    changes: unknown;
    email_id: Generated<string | null>;
    hold_moved: Generated<boolean>;
    message: string;
    notice_id: string;
    reservation_id: string;
  };
  trip_notices: {
    changes: unknown;
    created_at: InstantByDefault;
    created_by: Generated<string | null>;
    id: string;
    message: Generated<string | null>;
    series_change_id: Generated<string | null>;
    told_count: number;
    trip_id: string;
  };
  trip_questions: {
    ended_at: InstantOrNull;
    help: Generated<string>;
    id: string;
    is_required: Generated<boolean>;
    kind: 'text' | 'yes_no' | 'one_of' | 'several_of' | 'date' | 'number';
    label: string;
    options: Generated<string[]>;
    per: 'participant' | 'reservation';
    position: number;
    sensitivity: Generated<'personal' | 'sensitive'>;
    trip_id: string;
  };
  trip_reminders: {
    about: CalendarDate;
    done_at: InstantOrNull;
    ends_at: Instant;
    kind: string;
    moment: Instant;
    told_until: Generated<string>;
    trip_id: string;
  };
  trip_room_types: {
    count: number;
    empty_bed_cents: Generated<number>;
    ended_at: InstantOrNull;
    id: string;
    label: string;
    per: 'night' | 'stay';
    places: number;
    position: number;
    price_cents: number;
    private_rooms: Generated<number>;
    sharing_any: Generated<number>;
    sharing_men: Generated<number>;
    sharing_women: Generated<number>;
    trip_id: string;
  };
  trip_rooms: {
    id: string;
    number: number;
    room_type_id: string;
  };
  trip_vehicles: {
    id: string;
    name: string;
    position: number;
    seat_map: unknown;
    seats: GeneratedAlways<number>;
    trip_id: string;
    vehicle_id: string;
  };
  trips: {
    archived_at: InstantOrNull;
    auto_seating: Generated<boolean>;
    balance_due_hours: Generated<number | null>;
    boarding_points: Generated<unknown>;
    bring: Generated<string[]>;
    cancellation_tiers: Generated<unknown>;
    cancelled_at: InstantOrNull;
    capacity: number;
    created_at: InstantByDefault;
    decision_date: Generated<CalendarDate | null>;
    departs_at: Instant;
    deposit_percent: Generated<number>;
    description: Generated<string>;
    excluded: Generated<string[]>;
    faq: Generated<string>;
    guarantee_notified_at: InstantOrNull;
    guaranteed_at: InstantOrNull;
    guaranteed_by: Generated<string | null>;
    has_rooms: Generated<boolean>;
    hotel: Generated<string>;
    hotel_arrival: Generated<string>;
    id: string;
    included: Generated<string[]>;
    interstate: Generated<boolean>;
    is_active: Generated<boolean>;
    itinerary: Generated<unknown>;
    min_participants: Generated<number>;
    nicknames: Generated<string[]>;
    on_request: Generated<boolean>;
    payment_means: Generated<string>;
    places_set_aside: Generated<number>;
    places_taken: Generated<number>;
    plan_instalments: Generated<number | null>;
    plan_last_due_days: Generated<number | null>;
    price_cents: Generated<number>;
    published_at: InstantOrNull;
    returns_at: Instant;
    risks: Generated<string>;
    search_text: GeneratedAlways<string | null>;
    seat_choice: Generated<boolean>;
    series_id: Generated<string>;
    share_decision_days: Generated<number | null>;
    show_description: Generated<boolean>;
    slug: string;
    smallest_waiting: Generated<number | null>;
    summary: Generated<string>;
    title: string;
    updated_at: InstantByDefault;
    vehicle: Generated<string>;
    version: Generated<number>;
  };
  undone_records: {
    id: string;
  };
  unmatched_payments: {
    amount_cents: number;
    arrival_id: Generated<string | null>;
    charge_reference: Generated<string>;
    created_at: InstantByDefault;
    decided_at: InstantOrNull;
    decided_by: Generated<string | null>;
    description: Generated<string>;
    fee_cents: Generated<number | null>;
    id: string;
    method: Generated<'pix' | 'card'>;
    occurred_at: Instant;
    payer_name: Generated<string>;
    provider: string;
    reason: Generated<string>;
    reference: string;
    returned_cents: Generated<number>;
    settles_on: Generated<CalendarDate | null>;
    state: Generated<'waiting' | 'assigned' | 'dismissed'>;
    transfer_id: Generated<string | null>;
  };
  unreadable_pix: {
    charge_reference: Generated<string>;
    checked_at: InstantOrNull;
    checked_by: Generated<string | null>;
    id: string;
    reference: string;
    seen_at: InstantByDefault;
  };
  users: {
    birthdate: Generated<CalendarDate | null>;
    confirmed_email: Generated<string | null>;
    contact: string;
    cpf: Generated<string | null>;
    created_at: InstantByDefault;
    email: Generated<string | null>;
    email_written_by: Generated<string | null>;
    emitter: Generated<string | null>;
    erased_at: InstantOrNull;
    id: string;
    is_disabled: Generated<boolean>;
    is_self_made: Generated<boolean>;
    issuer: Generated<string | null>;
    message_channel: Generated<'whatsapp' | 'email' | null>;
    name: string;
    permissions: Generated<string[] | null>;
    refund_limit_cents: Generated<number | null>;
    rg: Generated<string | null>;
    role: Generated<'ADMIN' | 'OPERATOR' | 'GUIDE' | 'CLIENT'>;
    search_text: GeneratedAlways<string | null>;
    sort_name: GeneratedAlways<string | null>;
    staff_until: InstantOrNull;
    subject: Generated<string | null>;
    updated_at: InstantByDefault;
    version: Generated<number>;
  };
  vehicles: {
    archived_at: InstantOrNull;
    created_at: InstantByDefault;
    id: string;
    name: string;
    plate: Generated<string>;
    seat_map: unknown;
    seats: GeneratedAlways<number>;
    updated_at: InstantByDefault;
    version: Generated<number>;
  };
  waiting_email_codes: {
    created_at: InstantByDefault;
    email: string;
    entry_id: string;
    failures: Generated<number>;
  };
  waiting_list_entries: {
    accepted_at: InstantOrNull;
    boarding_point_id: Generated<string | null>;
    client_network: Generated<string | null>;
    first_touch: Generated<unknown>;
    id: string;
    joined_at: InstantByDefault;
    last_touch: Generated<unknown>;
    notified_at: InstantOrNull;
    party: unknown;
    places: number;
    queue_position: Generated<string>;
    reservation_id: Generated<string | null>;
    seller_code: Generated<string | null>;
    share: Generated<'women' | 'men' | 'any' | null>;
    share_with: Generated<string | null>;
    sharers: Generated<number | null>;
    state: Generated<'waiting' | 'offered' | 'taken' | 'lapsed' | 'left'>;
    trip_id: string;
    updated_at: InstantByDefault;
    user_id: string;
  };
  waiting_list_links: {
    created_at: InstantByDefault;
    entry_id: string;
    made_by: Generated<string | null>;
    request_hash: Generated<string | null>;
    token_hash: string;
  };
  whatsapp_messages: {
    announcement_id: Generated<string | null>;
    id: string;
    opened_at: InstantByDefault;
    opened_by: string;
    participant_id: Generated<string | null>;
    phone: string;
    reservation_id: string;
    template_key: string;
    trip_id: string;
    undone_at: InstantOrNull;
  };
  whatsapp_settings: {
    first_answers: Generated<boolean>;
    marketing_hundredths: Generated<number>;
    monthly_budget_cents: Generated<number | null>;
    only_row: Generated<boolean>;
    sends_unasked: Generated<boolean>;
    utility_hundredths: Generated<number>;
    warned_for: Generated<CalendarDate | null>;
  };
  whatsapp_templates: {
    account: string;
    body: string;
    category: string;
    changed_at: InstantByDefault;
    fields: Generated<string[]>;
    language: string;
    name: string;
    provider_id: Generated<string>;
    reason: Generated<string>;
    state: string;
    submitted_at: InstantByDefault;
  };
}
