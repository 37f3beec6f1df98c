//! Which client asks: the other end of the connection, or whom a proxy names
//! that the operator trusts. What anybody else says about it is not believed.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use axum::http::{HeaderMap, HeaderName, header::FORWARDED};

/// An address, or all that begin alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    fn holds(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.bits);
                let top = |address: u32| address.checked_shr(shift).unwrap_or(0);
                top(one.into()) == top(other.into())
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.bits);
                let top = |address: u128| address.checked_shr(shift).unwrap_or(0);
                top(one.into()) == top(other.into())
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let expected =
            || format!("found {text:?}, expected an address such as 10.0.0.7 or 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(|_| expected())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| expected())?;
        let address = address.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most {
            return Err(expected());
        }
        Ok(Network { address, bits })
    }
}

/// The header in which a trusted proxy names its client.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, which most proxies write.
    #[default]
    XForwardedFor,
    /// `Forwarded`, as RFC 7239 has it.
    Forwarded,
}

impl FromStr for ProxyHeader {
    type Err = String;

    fn from_str(text: &str) -> Result<ProxyHeader, String> {
        match text.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => Ok(ProxyHeader::XForwardedFor),
            "forwarded" => Ok(ProxyHeader::Forwarded),
            _ => Err(format!(
                "found {text:?}, expected x-forwarded-for or forwarded"
            )),
        }
    }
}

/// The address of the client: from the end of the chain, the first that is not
/// one of ours.
pub(super) fn address(
    peer: SocketAddr,
    headers: &HeaderMap,
    proxies: &[Network],
    header: ProxyHeader,
) -> IpAddr {
    let trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.holds(address));
    let mut client = peer.ip().to_canonical();
    if !trusted(client) {
        return client;
    }
    for named in chain(headers, header).into_iter().rev() {
        // What cannot be read was not written by a proxy of ours.
        let Some(named) = named else { break };
        client = named.to_canonical();
        if !trusted(client) {
            break;
        }
    }
    client
}

/// The addresses that a header names, as far as they are addresses.
fn chain(headers: &HeaderMap, header: ProxyHeader) -> Vec<Option<IpAddr>> {
    let name = match header {
        ProxyHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
        ProxyHeader::Forwarded => FORWARDED,
    };
    let values = headers.get_all(name).iter();
    values
        .flat_map(|value| value.to_str().unwrap_or("unknown").split(','))
        .map(|entry| match header {
            ProxyHeader::XForwardedFor => node(entry),
            ProxyHeader::Forwarded => entry.split(';').find_map(|pair| {
                let (key, value) = pair.split_once('=')?;
                let is_for = key.trim().eq_ignore_ascii_case("for");
                is_for.then(|| node(value)).flatten()
            }),
        })
        .collect()
}

/// An address, with or without quotes, brackets and a port.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|it| it.ip());
    text.parse().ok().or_else(bracketed).or_else(with_port)
}

/// The address by which turns and tokens are counted: of IPv6 the first half,
/// for a client may have all of the second.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(peer: &str, header: (&'static str, &str), expected: &str) {
        let mut headers = HeaderMap::new();
        let (name, value) = header;
        headers.insert(name, value.parse().unwrap());
        let kind = name.parse().unwrap_or_default();
        let proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];
        let proxies = proxies.map(|proxy| proxy.parse().unwrap());
        let peer = SocketAddr::new(peer.parse().unwrap(), 4711);
        let found = address(peer, &headers, &proxies, kind);
        assert_eq!(found, expected.parse::<IpAddr>().unwrap(), "{value}");
    }

    #[test]
    fn only_trusted_proxies_name_clients() {
        let x = |value| ("x-forwarded-for", value);
        check("192.0.2.1", x("198.51.100.7"), "192.0.2.1");
        check("127.0.0.1", x("198.51.100.7"), "198.51.100.7");
        check("::ffff:127.0.0.1", x("198.51.100.7"), "198.51.100.7");
        // What the client wrote itself stands before what the proxy added.
        check("127.0.0.1", x("1.2.3.4, 198.51.100.7"), "198.51.100.7");
        check(
            "127.0.0.1",
            x("1.2.3.4, 198.51.100.7, 10.1.2.3"),
            "198.51.100.7",
        );
        check("127.0.0.1", x("10.9.9.9"), "10.9.9.9");
        check("127.0.0.1", x("nonsense"), "127.0.0.1");
        check("127.0.0.1", x("198.51.100.7, nonsense"), "127.0.0.1");
        check("127.0.0.1", x("198.51.100.7:4711"), "198.51.100.7");
        check("fd00::1", x("[2001:db8::1]:80"), "2001:db8::1");
    }

    #[test]
    fn forwarded_is_read_as_rfc_7239_has_it() {
        let f = |value| ("forwarded", value);
        check(
            "10.0.0.1",
            f("for=198.51.100.7;proto=https"),
            "198.51.100.7",
        );
        check(
            "10.0.0.1",
            f("proto=http;For=\"[2001:db8::1]:47\""),
            "2001:db8::1",
        );
        check(
            "10.0.0.1",
            f("for=1.2.3.4, for=198.51.100.7;by=x"),
            "198.51.100.7",
        );
        check("10.0.0.1", f("for=_hidden"), "10.0.0.1");
        check("192.0.2.1", f("for=198.51.100.7"), "192.0.2.1");
        // The other header does not count.
        check("10.0.0.1", ("x-real-ip", "1.2.3.4"), "10.0.0.1");
    }

    #[test]
    fn ipv6_clients_are_counted_by_their_network() {
        for (address, expected) in [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
            ("192.0.2.1", "192.0.2.1"),
        ] {
            let address = address.parse().unwrap();
            assert_eq!(counted(address), expected.parse::<IpAddr>().unwrap());
        }
    }

    #[test]
    fn networks_are_read() {
        for bad in ["", "10.0.0.0/33", "::/129", "10.0.0.0/x", "host", "/8"] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.holds("203.0.113.9".parse().unwrap()));
        assert!(!all.holds("2001:db8::1".parse().unwrap()));
    }
}
