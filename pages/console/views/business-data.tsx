/** Customers and items: one company's record by its id. */
import type { Customer, Item, ResponseOf } from '../../../client/src/index.ts';
import { guid } from '../../../lib/contracts/path-values.ts';
import { PROFILES } from '../../../lib/profiles.ts';
import { type RunningCall, useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { type Sample, samples } from '../control.ts';
import { formatAmount, formatMoment, toTitle } from '../logic/format.ts';
import { findIssues } from '../logic/issues.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar, Raw } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Check, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { useStored } from '../parts/use-stored.ts';

interface Asked {
  readonly companyId: string;
  readonly id: string;
}

export function Customers() {
  const { client, config } = useDesk();
  const [expand, setExpand] = useStored<readonly string[]>('customers.expand', []);
  const call = useCall(async ({ companyId, id }: Asked, signal) => {
    const query = expand.length === 0 ? {} : { $expand: expand.join(',') };
    const answer = await client.getCustomer({ companyId, customerId: id, ...query }, { signal });
    announce(`Customer ${answer.body.displayName}.`);
    return answer;
  });
  return (
    <Page id="customers">
      <RecordForm kind="customers" label="Customer" call={call}>
        <fieldset class="checks field-wide">
          <legend>With its relations</legend>
          {PROFILES[config.profile].customerRelations.map((relation) => (
            <Check
              key={relation}
              label={toTitle(relation)}
              isChecked={expand.includes(relation)}
              onChange={(isChosen) =>
                setExpand(isChosen ? [...expand, relation] : expand.filter((each) => each !== relation))
              }
            />
          ))}
        </fieldset>
      </RecordForm>
      <CallView call={call} what="the customer" idle={<Idle what="a customer" />}>
        {(answer) => <CustomerCard answer={answer} />}
      </CallView>
    </Page>
  );
}

export function Items() {
  const { client } = useDesk();
  const call = useCall(async ({ companyId, id }: Asked, signal) => {
    const answer = await client.getItem({ companyId, itemId: id }, { signal });
    announce(`Item ${answer.body.displayName}.`);
    return answer;
  });
  return (
    <Page id="items">
      <RecordForm kind="items" label="Item" call={call} />
      <CallView call={call} what="the item" idle={<Idle what="an item" />}>
        {(answer) => <ItemCard answer={answer} />}
      </CallView>
    </Page>
  );
}

function Idle({ what }: { readonly what: string }) {
  return (
    <>
      <Icon name="search" />
      <p>Choose a company and {what}.</p>
    </>
  );
}

interface RecordFormProps {
  readonly kind: 'customers' | 'items';
  readonly label: string;
  readonly call: RunningCall<Asked, unknown>;
  readonly children?: preact.ComponentChildren;
}

function RecordForm({ kind, label, call, children }: RecordFormProps) {
  const { companies } = samples.value;
  const [asked, setAsked] = useStored<Asked>(kind, { companyId: companies[0]?.id ?? '', id: '' });
  const company = companies.find(({ id }) => id === asked.companyId);
  const records: readonly Sample[] = company?.[kind] ?? [];
  const isWrong = (id: string) => id !== '' && findIssues(guid, id).length > 0;
  const isReady = asked.companyId !== '' && asked.id !== '' && !isWrong(asked.companyId) && !isWrong(asked.id);
  const choose = (id: string) => {
    setAsked({ ...asked, id });
    call.run({ ...asked, id });
  };
  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        call.run(asked);
      }}
    >
      <TextField
        label="Company"
        mono
        value={asked.companyId}
        choices={companies}
        onInput={(companyId) => setAsked({ ...asked, companyId })}
        issue={isWrong(asked.companyId) ? 'must be a GUID' : undefined}
        hint={company?.name}
      />
      <TextField
        label={label}
        mono
        value={asked.id}
        choices={records}
        onInput={(id) => setAsked({ ...asked, id })}
        issue={isWrong(asked.id) ? 'must be a GUID' : undefined}
        hint={records.length > 0 && <Shortcuts records={records} onChoose={choose} />}
      />
      {children}
      <div class="actions">
        <button type="submit" class="primary" disabled={!isReady}>
          <Icon name="search" /> Read
        </button>
      </div>
    </form>
  );
}

function Shortcuts({ records, onChoose }: { records: readonly Sample[]; onChoose: (id: string) => void }) {
  return (
    <>
      {records.map(({ id, name }) => (
        <button key={id} type="button" class="link" onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </>
  );
}

function CustomerCard({ answer }: { readonly answer: ResponseOf<200, Customer> }) {
  const customer = answer.body;
  const isBlocked = (customer.blocked ?? '').trim() !== '';
  const address = [customer.addressLine1, customer.addressLine2, customer.postalCode, customer.city, customer.country];
  return (
    <article class="panel record">
      <AnswerBar answer={answer} />
      <header>
        <h2>{customer.displayName}</h2>
        <Chip tone="plain">{customer.type ?? 'not told'}</Chip>
        <Chip tone={isBlocked ? 'error' : 'ok'} icon={isBlocked ? 'lock' : 'ok'}>
          {isBlocked ? `blocked: ${customer.blocked}` : 'not blocked'}
        </Chip>
      </header>
      <Facts
        facts={[
          ['Number', customer.number],
          ['Address', address.filter((line) => line?.trim()).join(', ')],
          ['Telephone', customer.phoneNumber],
          ['Email', customer.email],
          ['Website', customer.website],
          ['Currency', customer.currencyCode],
          ['Tax', `${customer.taxLiable ? 'liable' : 'not liable'} ${customer.taxAreaDisplayName ?? ''}`],
          ['Changed', formatMoment(customer.lastModifiedDateTime)],
          ...toRelationFacts(customer),
        ]}
      />
      <Raw body={customer} />
    </article>
  );
}

/** Their members are not specified: they are shown as they came. */
function toRelationFacts(customer: Customer): readonly Fact[] {
  return PROFILES.microsoft.customerRelations.flatMap((relation): Fact[] => {
    const value = (customer as unknown as Readonly<Record<string, unknown>>)[relation];
    return value === undefined || value === null
      ? []
      : [[toTitle(relation), <code key={relation}>{JSON.stringify(value)}</code>]];
  });
}

function ItemCard({ answer }: { readonly answer: ResponseOf<200, Item> }) {
  const item = answer.body;
  return (
    <article class="panel record">
      <AnswerBar answer={answer} />
      <header>
        <h2>{item.displayName}</h2>
        <Chip tone="plain">{item.type ?? 'not told'}</Chip>
        {item.blocked && (
          <Chip tone="error" icon="lock">
            blocked
          </Chip>
        )}
      </header>
      <dl class="figures">
        <div>
          <dt>Price{item.priceIncludesTax ? ', with tax' : ''}</dt>
          <dd>{formatAmount(item.unitPrice)}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{formatAmount(item.unitCost)}</dd>
        </div>
        <div>
          <dt>In stock</dt>
          <dd>
            {item.inventory} <small>{item.baseUnitOfMeasureCode}</small>
          </dd>
        </div>
      </dl>
      <Facts
        facts={[
          ['Number', item.number],
          ['Category', item.itemCategoryCode],
          ['GTIN', item.gtin],
          ['Tax group', item.taxGroupCode],
          ['Changed', formatMoment(item.lastModifiedDateTime)],
        ]}
      />
      <Raw body={item} />
    </article>
  );
}
