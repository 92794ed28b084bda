/** Reads an item. */
import type { Item, ResponseOf } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import { formatAmount, formatTime, MISSING } from '../logic/format.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { useCall } from '../use-call.ts';
import { Idle, RecordForm, type RecordId } from './record-form.tsx';

export function Items() {
  const { client } = useConsole();
  const call = useCall(async ({ companyId, id }: RecordId, signal) => {
    const response = await client.getItem({ companyId, itemId: id }, { signal });
    announce(`Item ${response.body.displayName}.`);
    return response;
  });
  return (
    <Page id="items">
      <RecordForm kind="items" label="Item" call={call} />
      <CallView call={call} what="the item" idle={<Idle what="an item" />}>
        {(response) => <ItemCard response={response} />}
      </CallView>
    </Page>
  );
}

function ItemCard({ response }: { readonly response: ResponseOf<200, Item> }) {
  const item = response.body;
  return (
    <article class="panel record">
      <header>
        <h2>{item.displayName}</h2>
        <Chip tone="plain">{item.type ?? MISSING}</Chip>
        {item.blocked && (
          <Chip tone="error" icon="lock">
            blocked
          </Chip>
        )}
      </header>
      <Figures item={item} />
      <Facts
        facts={[
          ['Number', item.number],
          ['Category', item.itemCategoryCode],
          ['GTIN', item.gtin],
          ['Tax group', item.taxGroupCode],
          ['Last modified', formatTime(item.lastModifiedDateTime)],
        ]}
      />
      <ResponseBar response={response} body={item} />
    </article>
  );
}

function Figures({ item }: { readonly item: Item }) {
  return (
    <dl class="figures">
      <div>
        <dt>Price{item.priceIncludesTax ? ' (incl. tax)' : ''}</dt>
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
  );
}
