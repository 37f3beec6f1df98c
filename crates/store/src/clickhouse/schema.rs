//! The tables of a shard: the counters, and which shard it is.

use super::{place::Place, shard::Shard, statements};
use crate::{contract::StoreError, postgres::runs::Cluster};

/// Whether a catalog is that of so many shards.
pub(super) fn check_size(
    cluster: &Cluster,
    shards: &[Shard],
    place: &str,
) -> Result<(), StoreError> {
    if cluster.shards as usize == shards.len() {
        return Ok(());
    }
    Err(StoreError::Unfit {
        place: place.to_owned(),
        found: format!("{} servers", shards.len()),
        expected: format!("the {} of this cluster, in their order", cluster.shards),
    })
}

/// Whether a server is the shard of this number.
pub(super) fn check(
    shard: &Shard,
    number: usize,
    cluster: &Cluster,
    place: &str,
) -> Result<(), StoreError> {
    let there = shard.ask(&statements::is_shard(&shard.database), "")?;
    let told = if there.trim_ascii() == b"0" {
        Vec::new()
    } else {
        shard.ask(&statements::which_shard(&shard.database), "")?
    };
    let told = String::from_utf8_lossy(&told).trim_end().to_owned();
    let expected = format!("{}\t{number}", cluster.id);
    if told == expected {
        return Ok(());
    }
    Err(StoreError::Unfit {
        place: place.to_owned(),
        found: match told.rsplit_once('\t') {
            None => "a server that is no shard".to_owned(),
            Some((id, other)) if id == cluster.id => format!("shard {other}"),
            Some(_) => "a shard of another cluster".to_owned(),
        },
        expected: format!("shard {number} of {}", cluster.shards),
    })
}

/// Makes the tables of a shard that are not there.
pub(super) fn make(
    shard: &Shard,
    number: usize,
    cluster: &Cluster,
    place: &Place,
) -> Result<(), StoreError> {
    let database = &shard.database;
    for statement in statements::make(database) {
        shard.run(&statement)?;
    }
    let told = shard.ask(&statements::is_told(database), "")?;
    if told.trim_ascii() == b"0" {
        // Not sent again if the answer is lost: it would be there twice.
        let tell = statements::tell(database, &cluster.id, number);
        shard.send(&tell, &mut std::io::empty())?;
    }
    distribute(shard, place)
}

/// Makes the table over all shards where the server's settings know them, for
/// people who ask by hand. Its shard of a row is that of a lookup.
fn distribute(shard: &Shard, place: &Place) -> Result<(), StoreError> {
    let known = shard.ask(&statements::known_shards(&place.cluster), "")?;
    let known = String::from_utf8_lossy(&known).trim().to_owned();
    if known != place.shards.len().to_string() {
        return Ok(());
    }
    shard.run(&statements::distribute(&place.database, &place.cluster))
}
