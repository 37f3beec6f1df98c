//! The label profile that an argument names: built in, or a TOML file.

use std::{fs, path::Path};

use anyhow::{Context as _, anyhow};
use krog_advisor::Profile;
use krog_wire::read_profile;

use crate::{args::ProfileArgs, outcome::Failure};

/// The profile with what is switched off.
pub(crate) fn load(args: &ProfileArgs) -> Result<Profile, Failure> {
    let blame = |error: anyhow::Error| Failure::input("--profile", error);
    let name = args.profile.as_str();
    let is_file = Path::new(name).extension().is_some() || name.contains('/');
    let profile = if is_file {
        let text = fs::read_to_string(name).with_context(|| name.to_owned());
        let text = text.map_err(blame)?;
        read_profile(&text).map_err(|error| blame(anyhow!("{name}: {error}")))?
    } else {
        let built_in = Profile::get(name).map_err(|error| blame(error.into()))?;
        built_in.clone()
    };
    Ok(profile.with(args.switches()))
}
