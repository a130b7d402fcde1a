//! Queried addresses that are listed.

use super::answer::{AddressEntity, AddressHit};
use crate::snapshot::entries::uuid_text;
use crate::snapshot::lists::Lists;

/// Every listing of the queried addresses.
pub fn find_addresses<'a>(lists: &'a Lists, addresses: &'a [String]) -> Vec<AddressHit<'a>> {
    let s = &lists.snapshot;
    let hits = addresses.iter().flat_map(|address| {
        s.find_address(address).map(move |found| AddressHit {
            address,
            network: s.network(&found),
            source: s.source(found.source),
            entity: found.entity.map(|index| {
                let entity = s.entity(index);
                AddressEntity {
                    entity_id: uuid_text(&entity.id),
                    list_ref: s.list_ref(&entity),
                    name: s.name_text(&s.name(entity.first_name)),
                }
            }),
        })
    });
    hits.collect()
}
